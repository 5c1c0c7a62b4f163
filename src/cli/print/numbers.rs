//! Numbers and durations as text. Pure.

use std::time::Duration;

use indicatif::{HumanCount, HumanFloatCount};

/// Formats a number with commas between thousands: `1,234,567`.
pub(in crate::cli) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// Formats a number rounded to a whole one, with commas between thousands.
pub(in crate::cli) fn rounded(number: f64) -> String {
    HumanFloatCount(number.round()).to_string()
}

/// Formats a count, such as `1 node`, `1,234 nodes` or `2 plies`.
pub(in crate::cli) fn counted(number: u64, what: &str) -> String {
    let what = match what.strip_suffix('y') {
        _ if number == 1 => what.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None => format!("{what}s"),
    };
    format!("{} {what}", grouped(number))
}

/// Formats a duration with three digits and the unit that suits it.
pub(in crate::cli) fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        0.999_5.. => (seconds, "s"),
        0.000_999_5.. => (seconds * 1e3, "ms"),
        _ => (seconds * 1e6, "us"),
    };
    let decimals = match value {
        99.95.. => 0,
        9.995.. => 1,
        _ => 2,
    };
    format!("{value:.decimals$} {unit}")
}

/// Formats a rate as a whole number, or with three digits if it is small: `1,005`, `39.2`, `0.25`.
pub(in crate::cli) fn rate(per_second: f64) -> String {
    let decimals = match per_second {
        ..=0.0 => return "0".to_owned(),
        99.95.. => return rounded(per_second),
        9.995.. => 1,
        _ => 2,
    };
    format!("{per_second:.decimals$}")
}

/// Rounds a measured value to three decimals.
pub(in crate::cli) fn thousandths(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn durations_have_three_digits() {
        for (nanos, text) in [
            (0, "0.00 us"),
            (5_114, "5.11 us"),
            (999_600, "1.00 ms"),
            (126_400_000, "126 ms"),
            (999_600_000, "1.00 s"),
            (61_270_000_000, "61.3 s"),
        ] {
            assert_eq!(duration(Duration::from_nanos(nanos)), text);
        }
    }

    #[test]
    fn rates_have_three_digits_or_are_whole() {
        for (per_second, text) in [
            (0.0, "0"),
            (0.254, "0.25"),
            (39.249, "39.2"),
            (99.96, "100"),
            (1_005.396_8, "1,005"),
            (2_345_678.9, "2,345,679"),
        ] {
            assert_eq!(rate(per_second), text);
        }
    }
}
