//! Numbers and durations as text, and as arguments give them. Pure.

use std::ops::RangeInclusive;
use std::time::Duration;

/// A number with commas between thousands: `1,234,567`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A duration with three digits and the unit that suits it.
pub(super) fn duration(time: Duration) -> String {
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

/// A rate: a whole number, or three digits of a small one: `1,005`, `39.2`, `0.25`.
pub(super) fn rate(each_second: f64) -> String {
    let decimals = match each_second {
        ..=0.0 => return "0".to_owned(),
        99.95.. => {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "positive and far below the limit"
            )]
            return grouped(each_second.round() as u64);
        }
        9.995.. => 1,
        _ => 2,
    };
    format!("{each_second:.decimals$}")
}

/// A measured value, rounded to three decimals.
pub(super) fn thousandths(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

/// The reader of an argument that is a whole number; says what it expected as the protocol does.
pub(super) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("expected a whole number from {least} to {most}")
        })
    }
}

/// Reads `90s`, `5m` or `500ms`.
pub(super) fn parse_duration(text: &str) -> Result<Duration, String> {
    let end = text
        .find(|sign: char| !sign.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let millis = match unit {
        "ms" => Some(1),
        "s" => Some(1000),
        "m" => Some(60_000),
        _ => None,
    };
    let number: Option<u64> = number.parse().ok();
    let product = number.zip(millis).and_then(|(a, b)| a.checked_mul(b));
    product
        .map(Duration::from_millis)
        .ok_or_else(|| "expected a number and ms, s or m, such as 90s".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
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
        for (each_second, text) in [
            (0.0, "0"),
            (0.254, "0.25"),
            (39.249, "39.2"),
            (99.96, "100"),
            (1_005.396_8, "1,005"),
            (2_345_678.9, "2,345,679"),
        ] {
            assert_eq!(rate(each_second), text);
        }
    }

    #[test]
    fn a_number_out_of_range_is_told_its_range() {
        let ply = whole::<u8>(8..=36);
        for text in ["7", "37", "-9", "9.0", "", "soon", "264"] {
            let error = "expected a whole number from 8 to 36";
            assert_eq!(ply(text), Err(error.to_owned()), "{text:?}");
        }
        assert_eq!((ply("8"), ply("36")), (Ok(8), Ok(36)));
    }

    #[test]
    fn budgets_are_read_with_their_unit() {
        for (text, millis) in [
            ("90s", Some(90_000)),
            ("5m", Some(300_000)),
            ("500ms", Some(500)),
            ("5", None),
            ("s", None),
            ("-1s", None),
            ("1h", None),
            ("99999999999999999999s", None),
            ("9999999999999999999s", None),
        ] {
            assert_eq!(
                parse_duration(text).ok(),
                millis.map(Duration::from_millis),
                "{text}"
            );
        }
    }
}
