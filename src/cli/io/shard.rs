//! Shards, such as `2/4`: the second of four equal parts of the work. Pure.

use std::fmt;
use std::str::FromStr;

/// One of `of` equal parts of the work. `number` is counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) struct Shard {
    pub(in crate::cli) number: u32,
    pub(in crate::cli) of: u32,
}

impl Shard {
    /// All of the work.
    pub(in crate::cli) const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Returns whether the shard contains line number `line`. A shard contains every `of`-th line.
    pub(in crate::cli) fn holds(self, line: u64) -> bool {
        line % u64::from(self.of) == u64::from(self.number % self.of)
    }

    /// Returns the number of lines in the shard, of `lines` in all.
    pub(in crate::cli) fn lines_of(self, lines: u64) -> u64 {
        (lines + u64::from(self.of - self.number)) / u64::from(self.of)
    }
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
            .ok_or_else(|| "expected i/n with i from 1 to n, such as 2/4".to_owned())
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
            ("1/0", false),
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

    #[test]
    fn every_line_is_in_exactly_one_shard() {
        let shards = [1, 2, 3].map(|number| Shard { number, of: 3 });
        for lines in 0..10 {
            let held = |shard: &Shard| (1..=lines).filter(|&line| shard.holds(line)).count() as u64;
            for shard in &shards {
                assert_eq!(shard.lines_of(lines), held(shard), "{shard} of {lines}");
            }
            assert_eq!(shards.iter().map(held).sum::<u64>(), lines);
        }
    }
}
