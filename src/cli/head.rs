//! The head of a manifest or a journal: from which input and by which options and engine a run
//! makes its output. A run goes on only with what one of the same head has left.
//!
//! It is one line of JSON. `protocol.md` tells its fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bench;

/// The version of the form of all manifests and journals.
const VERSION: u64 = 2;

/// Everything that an output depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    /// What the file is.
    format: String,
    version: u64,
    /// The engine's version.
    engine: String,
    /// The signature of the engine's search.
    signature: u64,
    /// The arguments that change the output, and what they mean on this machine.
    options: BTreeMap<String, String>,
    /// The SHA-256 of the input file, if there is one.
    input: Option<String>,
}

/// Why a run does not go on with what another has left.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum HeadError {
    #[error("expected a {format}: {error}")]
    Unread {
        format: String,
        error: serde_json::Error,
    },
    #[error("it was begun with {what} {found}, not {wanted}")]
    Differs {
        what: String,
        found: String,
        wanted: String,
    },
}

impl Head {
    /// The head of this run.
    pub(super) fn new<const N: usize>(
        format: &str,
        options: [(&str, String); N],
        input: Option<String>,
    ) -> Head {
        let options = options.map(|(name, value)| (name.to_owned(), value));
        Head {
            format: format.to_owned(),
            version: VERSION,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            signature: bench::signature(),
            options: options.into_iter().collect(),
            input,
        }
    }

    /// What the file is called.
    pub(super) fn format(&self) -> &str {
        &self.format
    }

    /// The value of an option.
    pub(super) fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }

    /// The line with which a file of this head begins.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("text and numbers") + "\n"
    }

    /// Reads the head with which a file of this format should begin; also gives the rest of the
    /// file.
    pub(super) fn read<'a>(format: &str, bytes: &'a [u8]) -> Result<(Head, &'a [u8]), HeadError> {
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let (line, rest) = bytes.split_at(end.map_or(bytes.len(), |end| end + 1));
        let unread = match serde_json::from_slice(line) {
            Ok(head) => return Ok((head, rest)),
            Err(error) => error,
        };
        // The head of version 1 was all of the file, on several lines.
        let old: Option<Value> = serde_json::from_slice(bytes).ok();
        Err(match old.as_ref().and_then(|head| head.get("version")) {
            Some(version) if *version != VERSION => another_version(version),
            _ => HeadError::Unread {
                format: format.to_owned(),
                error: unread,
            },
        })
    }

    /// Checks that this run may go on with what one of head `begun` has left.
    pub(super) fn check(&self, begun: &Head) -> Result<(), HeadError> {
        let mut theirs: BTreeMap<String, String> = begun.facts().collect();
        for (what, wanted) in self.facts() {
            let found = theirs.remove(&what).unwrap_or_else(none);
            if found != wanted {
                return Err(differs(&what, &found, &wanted));
            }
        }
        match theirs.pop_first() {
            Some((what, found)) => Err(differs(&what, &found, &none())),
            None => Ok(()),
        }
    }

    /// Everything that has to agree, each with its name in messages.
    fn facts(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let own = [
            ("format", self.format.clone()),
            ("version", self.version.to_string()),
            ("engine", self.engine.clone()),
            ("signature", self.signature.to_string()),
            ("input", self.input.clone().unwrap_or_else(none)),
        ];
        let own = own.map(|(name, value)| (name.to_owned(), value));
        own.into_iter().chain(self.options.clone())
    }
}

/// The value of an option that is not given.
pub(super) fn none() -> String {
    "none".to_owned()
}

/// Why a file of another version of the form is refused.
pub(super) fn another_version(found: &impl ToString) -> HeadError {
    differs("version", found, &VERSION)
}

fn differs(what: &str, found: &impl ToString, wanted: &impl ToString) -> HeadError {
    HeadError::Differs {
        what: what.to_owned(),
        found: found.to_string(),
        wanted: wanted.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> Head {
        let options = [("--pv", "true".to_owned()), ("--shard", "1/2".to_owned())];
        Head::new("manifest", options, Some("5e5e".to_owned()))
    }

    #[test]
    fn a_head_is_read_as_it_was_written_and_leaves_the_rest() {
        let bytes = head().line() + "rest\n";
        let (read, rest) = Head::read("manifest", bytes.as_bytes()).expect("just written");
        assert_eq!((read, rest), (head(), &b"rest\n"[..]));
        assert!(head().check(&head()).is_ok());
    }

    #[test]
    fn every_fact_has_to_agree() {
        for (old, new, message) in [
            (
                "manifest",
                "journal",
                "begun with format journal, not manifest",
            ),
            ("\"engine\":\"", "\"engine\":\"0", "begun with engine 0"),
            (
                "\"signature\":",
                "\"signature\":9",
                "begun with signature 9",
            ),
            ("\"5e5e\"", "null", "begun with input none, not 5e5e"),
            ("true", "false", "begun with --pv false, not true"),
            ("\"--pv\":\"true\",", "", "begun with --pv none, not true"),
            (
                "\"--pv\"",
                "\"tv\":\"x\",\"--pv\"",
                "begun with tv x, not none",
            ),
        ] {
            let line = head().line().replacen(old, new, 1);
            let (begun, _) = Head::read("manifest", line.as_bytes()).expect("a head");
            let error = head().check(&begun).expect_err(&line).to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn a_head_of_another_version_is_refused_by_it() {
        let old = b"{\n  \"version\": 1,\n  \"finished\": true\n}\n";
        let error = Head::read("manifest", old)
            .expect_err("an old one")
            .to_string();
        assert_eq!(error, "it was begun with version 1, not 2");
        let foreign = Head::read("manifest", b"4453\n")
            .expect_err("no head")
            .to_string();
        assert!(foreign.starts_with("expected a manifest: "), "{foreign}");
    }
}
