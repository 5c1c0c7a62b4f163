//! `2/4`: the second of four equal shares. Pure.

use std::fmt;
use std::str::FromStr;

/// One of several shares of a work, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shard {
    pub(super) number: u32,
    pub(super) of: u32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/');
        let parsed = numbers.and_then(|(number, of)| {
            let (number, of) = (number.parse().ok()?, of.parse().ok()?);
            Some(Shard { number, of })
        });
        parsed
            .filter(|shard| (1..=shard.of).contains(&shard.number))
            .ok_or_else(|| "expected a number and how many there are, such as 2/4".to_owned())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_one() {
        for (text, read) in [
            ("1/1", true),
            ("4/4", true),
            ("0/4", false),
            ("5/4", false),
            ("2", false),
            ("2/", false),
            ("-1/4", false),
            ("a/b", false),
        ] {
            let shard: Result<Shard, String> = text.parse();
            assert_eq!(
                shard.as_ref().is_ok_and(|shard| shard.to_string() == text),
                read,
                "{text}"
            );
        }
    }
}
