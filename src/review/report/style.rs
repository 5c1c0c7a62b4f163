//! The colours of pictures and reports, for light and dark screens.

/// The colours and fonts, as custom properties of CSS.
const LOOK: &str = include_str!("look.css");

/// Returns rules of CSS, each on a line, with the light and then the dark colours. They are written
/// without custom properties, which many viewers of pictures do not know.
pub(super) fn style(rules: &str) -> String {
    let (light, dark) = (resolved(rules, 0), resolved(rules, 1));
    let rules = dark.split_inclusive('\n');
    let dark: String = rules.filter(|rule| !light.contains(rule)).collect();
    format!("{light}@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n")
}

/// Replaces each `var(--name)` by its value in [`LOOK`]. Scheme 0 is light, 1 is dark.
fn resolved(rules: &str, scheme: usize) -> String {
    let lines = LOOK.lines().filter_map(|line| line.strip_suffix(';'));
    let properties = lines.filter_map(|line| line.trim().split_once(": "));
    properties.fold(rules.to_owned(), |rules, (name, value)| {
        let both = value.trim_end_matches(')').strip_prefix("light-dark(");
        let one = both.and_then(|both| both.split(", ").nth(scheme));
        rules.replace(&format!("var({name})"), one.unwrap_or(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_has_its_light_and_its_dark_value() {
        let rules = ".ring { fill: none; }\n.paper { fill: var(--paper); }\n";
        let wanted = ".ring { fill: none; }\n.paper { fill: #fbfaf7; }\n\
                      @media screen and (prefers-color-scheme: dark) {\n.paper { fill: #14171c; }\n}\n";
        assert_eq!(style(rules), wanted);
        for rules in [include_str!("picture.css"), include_str!("page.css")] {
            assert!(!style(rules).contains("var("));
        }
    }
}
