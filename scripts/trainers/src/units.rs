//! The hidden layer of a network: sums of rows of weights, one row for each part of the input.

/// Cells of a board, with a sentinel above each column.
pub const PLACES: usize = 49;

/// Returns the rows of the cells of some boards. Each board has its own rows.
pub fn rows_of(boards: impl IntoIterator<Item = u64>) -> impl Iterator<Item = usize> {
    boards.into_iter().zip(0..).flat_map(|(cells, board)| {
        let places = (0..PLACES).filter(move |place| cells >> place & 1 != 0);
        places.map(move |place| board * PLACES + place)
    })
}

/// Returns the sums of rows of weights.
#[must_use]
pub fn sums<const UNITS: usize>(weights: &[f32], rows: &[usize]) -> [f32; UNITS] {
    let mut sums = [0.0; UNITS];
    for row in rows {
        for (sum, weight) in sums.iter_mut().zip(&weights[row * UNITS..]) {
            *sum += weight;
        }
    }
    sums
}

/// Adds slopes to rows of a gradient.
pub fn add<const UNITS: usize>(gradient: &mut [f32], rows: &[usize], slopes: &[f32; UNITS]) {
    for row in rows {
        for (weight, slope) in gradient[row * UNITS..].iter_mut().zip(slopes) {
            *weight += slope;
        }
    }
}

/// Returns the sum of weighted units, each clipped to 0 to 1.
#[must_use]
pub fn weighted<const UNITS: usize>(units: &[f32; UNITS], weights: &[f32]) -> f32 {
    let open = units.iter().map(|unit| unit.clamp(0.0, 1.0));
    open.zip(weights).map(|(open, weight)| open * weight).sum()
}

/// Adds the slope of a weighted sum to the gradient of its weights, and to the slopes of the units
/// that are not clipped.
pub fn learn<const UNITS: usize>(
    units: &[f32; UNITS],
    weights: &[f32],
    slope: f32,
    gradient: &mut [f32],
    slopes: &mut [f32; UNITS],
) {
    for unit in 0..UNITS {
        gradient[unit] += slope * units[unit].clamp(0.0, 1.0);
        if units[unit] > 0.0 && units[unit] < 1.0 {
            slopes[unit] += slope * weights[unit];
        }
    }
}
