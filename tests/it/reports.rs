//! Reports and pictures as a user sees them: well-formed, complete, and without a link to anything
//! outside.

use std::collections::BTreeSet;
use std::fs;

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::Value;

use crate::helpers::folder::Folder;
use crate::helpers::program::{self, assert_contains, assert_starts, claimeven, fed};
use crate::interrupted::interrupt;
use crate::pages::root;

const TOURNAMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.pgn");

/// A game that begins with 22 stones, so that it is solved at once.
const GAME: &str = "fen P6/P6/Ppp1p2/ppP1P2/ppPPp2/PPPppPp w moves 6 6 6";

fn parse(text: &str) -> Document<'_> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).expect("well-formed")
}

/// Checks that a document needs nothing else, and that its links lead to its own elements.
fn assert_self_contained(text: &str) {
    let text = text.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for part in ["http", "src=", "script", "url(", "@import", "var(", "//"] {
        assert!(!text.contains(part), "{part}");
    }
    let document = parse(&text);
    let with = |name| {
        document
            .descendants()
            .filter_map(move |node| node.attribute(name))
    };
    let ids: Vec<&str> = with("id").collect();
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), known.len(), "two elements have the same id");
    for link in with("href") {
        let id = link.strip_prefix('#').expect("a link within the page");
        assert!(known.contains(id), "{link}");
    }
}

fn elements<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.descendants()
        .filter(move |node| node.has_tag_name(name))
}

/// Returns the text in an element and the elements within.
fn text(node: Node) -> String {
    let texts = node.descendants().filter(Node::is_text);
    texts.filter_map(|node| node.text()).collect()
}

fn has_class(node: &Node, class: &str) -> bool {
    let classes = node.attribute("class").unwrap_or_default();
    classes.split(' ').any(|found| found == class)
}

fn count(node: Node, class: &str) -> usize {
    node.descendants()
        .filter(|node| has_class(node, class))
        .count()
}

/// Returns a value of a record as the table of a report has it.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(cell).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

#[test]
fn a_report_has_the_values_of_the_records_and_a_board_for_each_blunder() {
    let report = claimeven(&format!("annotate --format html --input {TOURNAMENT}")).printed();
    let records = claimeven(&format!("annotate --json --input {TOURNAMENT}")).records();
    assert_self_contained(&report);
    let document = parse(&report);
    let sections: Vec<Node> = elements(document.root(), "section").collect();
    assert_eq!(sections.len(), records.len());
    let overview = elements(document.root(), "table").next().expect("a table");
    assert_eq!(elements(overview, "tr").count(), records.len() + 1);
    let mut marked = 0;
    for (section, record) in sections.into_iter().zip(&records) {
        let names = [&record["tags"]["White"], &record["tags"]["Black"]].map(cell);
        assert_contains(&text(section), &names.join(" – "));
        let moves = record["annotations"].as_array().expect("moves");
        let rows: Vec<Node> = elements(section, "tr").skip(1).collect();
        assert_eq!(rows.len(), moves.len());
        for (row, made) in rows.iter().zip(moves) {
            let cells: Vec<String> = row
                .children()
                .map(text)
                .filter(|text| text != "\n")
                .collect();
            let side = if made["side"] == "first" { "X" } else { "O" };
            let fields =
                ["column", "before", "after", "mark", "best"].map(|name| cell(&made[name]));
            let wanted = [&[cell(&made["ply"]), side.to_owned()], &fields[..]].concat();
            assert_eq!(cells[..7], wanted, "{made}");
            let outcome = [("win", "wins"), ("draw", "draws"), ("loss", "loses")]
                .into_iter()
                .find(|(outcome, _)| made["outcome_after"] == *outcome);
            assert_starts(&cells[7], outcome.expect("solved").1);
        }
        let marks = moves.iter().filter(|made| !made["mark"].is_null()).count();
        let graph = elements(section, "svg").next().expect("a graph");
        assert_eq!(elements(graph, "a").count(), moves.len());
        assert_eq!(elements(graph, "circle").count(), marks);
        let last = moves.last().expect("a move");
        let has_end = last["mark"].is_null() || last["mark"] == "?!";
        let blunders = record["blunders"].as_u64().expect("a number") + u64::from(has_end);
        assert_eq!(elements(section, "figure").count() as u64, blunders);
        let end = elements(section, "figure").last().expect("a board");
        assert_eq!(
            elements(end, "circle")
                .filter(|cell| cell.attribute("r") == Some("20"))
                .count(),
            42 + count(end, "strong")
        );
        marked += marks;
    }
    assert!(marked > 3, "only {marked} marks");
}

/// The winning four is marked, the stones of the first player have rings, and every move has its
/// number.
#[test]
fn the_last_board_shows_the_winning_four() {
    let report = claimeven(&format!("annotate --format html '{GAME}'")).printed();
    let document = parse(&report);
    let end = elements(document.root(), "figure").last().expect("a board");
    // The last stone has two rings: it is a part of the four.
    assert_eq!(count(end, "strong"), 5);
    assert_eq!(count(end, "first"), count(end, "ring"));
    let numbers = |class| {
        end.descendants()
            .filter(move |node| has_class(node, class))
            .map(text)
    };
    assert_eq!(numbers("on-first").collect::<Vec<_>>(), ["1", "3"]);
    assert_eq!(numbers("on-second").collect::<Vec<_>>(), ["2"]);
    assert_contains(&text(document.root()), "X has won");
}

#[test]
fn text_of_other_programs_cannot_break_a_report() {
    let hostile = "<b>\"&'</title></style>]]>\u{1b}\u{202e}\u{2066}\u{fffe}\u{ffff}";
    let game = format!(
        "[Event \"{hostile}\"]\n[White \"{hostile}\"]\n[Black \"Ben\"]\n\n1. d1 {{</pre><b>{hostile}}} *\n"
    );
    let games = |text: &str| {
        let report = fed(
            &mut program::command("annotate --format html --input -"),
            text,
        )
        .printed();
        assert!(
            !report.contains(['\u{1b}', '\u{202e}', '\u{2066}']) && !report.contains("<b>\""),
            "{report}"
        );
        report
    };
    let report = games(&game);
    let document = parse(&report);
    let shown = "<b>\"&'</title></style>]]>\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}";
    let heading = elements(document.root(), "h1").next().map(text);
    assert_eq!(heading, Some(format!("{shown} – Ben")));
    assert_contains(
        &text(elements(document.root(), "pre").next().expect("PGN")),
        "</pre><b>",
    );
    // A label and the players of a JSON object.
    let label = format!("44\t{hostile}\n");
    parse(&games(&label));
    let object = "{\"games\": [\"44\"], \"opening\": \"\", \"players\": [\"<i>\", \"b\"]}\n";
    let report = games(object);
    assert_contains(&text(parse(&report).root()), "<i> – b");
}

#[test]
fn a_picture_of_a_position_has_the_scores_below_the_columns() {
    for moves in ["445332", "1111112222223", "1212121", ""] {
        let record = &claimeven(&format!("analyze --json '{moves}'")).records()[0];
        let picture = claimeven(&format!("analyze --format svg '{moves}'")).printed();
        assert_self_contained(&picture);
        let document = parse(&picture);
        let written =
            elements(document.root(), "text").filter(|text| text.attribute("y") == Some("344"));
        let scores = record["scores"].as_array().expect("a list");
        let scores: Vec<String> = scores
            .iter()
            .filter(|score| !score.is_null())
            .map(cell)
            .collect();
        assert_eq!(written.map(text).collect::<Vec<_>>(), scores, "{moves}");
        assert_eq!(
            count(document.root(), "best"),
            usize::from(!record["best"].is_null())
        );
        let stones = count(document.root(), "first") + count(document.root(), "second");
        assert_eq!(stones, moves.len());
    }
}

#[test]
fn a_graph_has_a_point_per_move_and_a_circle_per_mark() {
    let graph = claimeven(&format!("annotate --format svg '{GAME}'")).printed();
    assert_self_contained(&graph);
    let document = parse(&graph);
    assert_eq!(count(document.root(), "move"), 3);
    assert_eq!(elements(document.root(), "circle").count(), 2, "two marks");
    assert_contains(&text(document.root()), "2. O 6??: loses in");
}

/// The guide has a picture of the graph that its example draws.
#[test]
fn the_graph_in_the_guide_is_up_to_date() {
    let guide = fs::read_to_string(root().join("docs/guide.md")).expect("it is there");
    let mut lines = guide.lines();
    let example = lines.find(|line| line.contains("--format svg --output graph.svg"));
    let arguments = example.and_then(|line| line.strip_prefix("claimeven "));
    let arguments = arguments.expect("an example").replace("graph.svg", "-");
    let graph = fs::read_to_string(root().join("docs/pictures/graph.svg"));
    assert_eq!(claimeven(&arguments).printed(), graph.expect("it is there"));
}

#[test]
fn a_report_of_no_game_is_a_page() {
    for (input, title) in [("", "0 games"), ("\n", "A game of Connect Four")] {
        let mut command = program::command("annotate --format html --input -");
        let report = fed(&mut command, input).printed();
        assert_self_contained(&report);
        let heading = elements(parse(&report).root(), "h1").next().map(text);
        assert_eq!(heading.as_deref(), Some(title));
    }
}

/// The second game takes seconds without a book.
#[test]
fn an_interrupted_report_has_the_games_so_far() {
    let folder = Folder::new();
    let games = folder.write("games", format!("{GAME}\n4\n"));
    let output = folder.path("report");
    let arguments = "annotate --format html --no-book --hash 1";
    let arguments = format!("{arguments} --input {games} --output {output}");
    let run = interrupt("INT", &arguments, |run| run.code == Some(130));
    if folder.names().contains(&"report.unfinished".to_owned()) {
        assert_contains(&run.stderr, "the result so far is in");
        let report = folder.read("report.unfinished");
        assert_self_contained(&report);
        assert_contains(&report, "X has won");
    } else {
        assert_contains(&run.stderr, "no game is annotated");
    }
}
