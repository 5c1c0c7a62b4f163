use super::*;

/// Objects, and the input, the label and the number of stones or the error of their positions.
/// `CELLS` is a list of 42 cells. `\\n` is a line end.
const OBJECTS: &str = r#"
{"moves": "4453"} => 4453 | - | 4
{"moves": 4453, "label": -2} => 4453 | -2 | 4
{"fen": null, "moves": [4, 4, 5, 3]} => [4,4,5,3] | - | 4
{"moves": ["d1", "d2"], "label": "mine"} => ["d1","d2"] | mine | 2
{"moves": [], "label": null} => [] | - | 0
{"input": "", "position": "44"} =>  | - | 0
{"pos": "4453", "score": [1]} => 4453 | - | 4
{"pos": ""} =>  | - | 0
{"position": "7/7/7/7/7/3P3"} => 7/7/7/7/7/3P3 | - | 1
{"board": [CELLS], "mark": 1} => [CELLS] | - | 2
{"start": "7/7/7/7/7/3P3 b", "moves": "44"} => fen 7/7/7/7/7/3P3 b moves 44 | - | 3
{"start": [CELLS], "moves": [1, "b1"]} => board [CELLS] moves 1 b1 | - | 4
{"input": "d1", "start": "7/7/7/7/7/3P3 b", "moves": "44"} => d1 | - | 1
{"number": 0, "opening": "44", "games": ["4453"]} => 44 | - | 2
{"moves": "4453", "games": 3, "steps": 9, "input": null} => 4453 | - | 4
{"moves": "448"} => 448 | - | char 3: ply 3: '8' is not a column (1-7)
{"moves": "44 -2"} => 44 -2 | - | char 4: expected the end of the text; found "-2"
{"moves": "44" => char 15: expected the rest of a JSON object; the text ends here
{\n"moves": 4 5\n} => line 2, char 12: expected `,` or `}` in JSON; found "5"
{\n"moves": "44"\n{"moves": "45"} => line 3, char 1: expected `,` or `}` in JSON; found "{\"moves\":"
{"moves": 1}\n{"moves": 2} => line 2, char 1: expected one JSON object, or --input - for one per line; found "{\"moves\":"
{'moves': '44'} => char 2: expected a key in double quotes; found "'moves':"
{"é": 1} 44 => char 10: expected one JSON object, or --input - for one per line; found "44"
{"x": "\q"} => char 9: expected valid JSON (invalid escape); found "q\"}"
{"x": 1, "fen": {}} => char 10: expected a text or a list as "fen"; found "{}"
{"moves": 4.5} => char 2: expected a text or a list as "moves"; found "4.5"
{"fen": " "} => char 2: expected a position as "fen"; the text ends here
{"board": []} => char 2: expected a position as "board"; the text ends here
{"board": [1, 2]} => char 2: expected a board of 42 cells; found 2
[{"moves":"44"}] => char 1: expected one JSON object; --input also reads arrays of objects; found "[{\"moves\":\"44\"}]"
[{"moves": "44"},\n{"moves" => line 2, char 9: expected the rest of a JSON object; the text ends here
{} => char 1: expected KEY; found "{}"
{"moves": null} => char 1: expected KEY; found "{\"moves\": null}"
{"name": ""} => char 1: expected KEY; found "{\"name\": \"\"}"
"#;

/// Returns the input, the label and the number of stones or the error of an object's position.
fn read(text: &str) -> (String, Option<String>, Result<u8, String>) {
    let (text, read) = position(text, Convention::default());
    let read = read.map(|game| game.position().stones());
    let read = read.map_err(|error| error.to_string());
    (text.input, text.label, read)
}

#[test]
fn an_object_has_a_position_or_an_error_with_its_place() {
    let cells = format!("{}1,2,0,0", "0,".repeat(38));
    for case in OBJECTS.lines().skip(1) {
        let full = case
            .replace("CELLS", &cells)
            .replace("KEY", KEY)
            .replace("\\n", "\n");
        let (object, wanted) = full.split_once(" => ").expect(case);
        let (input, label, read) = read(object);
        let (found, is_bad) = match read {
            Ok(stones) => (stones.to_string(), false),
            Err(error) => (error, input == object),
        };
        let label = label.as_deref().unwrap_or("-");
        let shown = if is_bad {
            found.clone()
        } else {
            format!("{input} | {label} | {found}")
        };
        assert_eq!(shown, wanted, "{case}");
        if is_bad {
            // The record of a bad object gives the same error.
            let record = serde_json::json!({ "input": input, "label": "mine", "error": "x" });
            let again = (input, Some("mine".to_owned()), Err(found));
            assert_eq!(self::read(&record.to_string()), again);
        }
    }
    let long = format!("{{\"x\": \"{}\"}}", "y".repeat(MAX_LINE));
    assert_eq!(read(&long).0, excerpt(&long));
}

#[test]
fn only_a_brace_before_a_key_begins_json() {
    let json =
        "{\"moves\": 1}| {'a':1}|{|{}|{ }|{\n  \"moves\": [\n|{\n4453|[{\"moves\": 1}]|[\n  {\n";
    for text in json.split('|') {
        assert!(is_json(text), "{text}");
    }
    let other = "|{4, 4, 5, 3}|{{0, 1}}|{'x', 'o'}|{[%clk 0:10]}|{Note: 1}|4453|[4, 4]|[\n4\n]";
    for text in other.split('|') {
        assert!(!is_json(text), "{text}");
    }
}

/// Objects of games, and the input, the players and the length of the opening of each game.
const GAMES: &str = r#"
{"opening": "44", "games": ["4453", "448"], "points": [1, 0]} => 4453 - 2, bad 448 - 0
{"opening": "44", "players": ["a", "b"], "games": ["4453", "4435", "45"]} => 4453 a-b 2, 4435 b-a 2, 45 a-b 1
{"moves": "44", "games": ["4"]} => 44 - 0
{"moves": "44", "tags": {"White": "a", "Black": "b"}} => 44 a-b 0
{"moves": "44", "info": {"TeamNames": ["a", "b"]}} => 44 a-b 0
{"moves": "44", "players": ["a"]} => 44 - 0
{"moves": "44", "tags": {}} => 44 - 0
{"opening":"44","games":[]} => bad {"opening":"44","games":[]} - 0
{"opening":"48","games":["44"]} => bad {"opening":"48","games":["44"]} - 0
"#;

#[test]
fn every_game_of_a_match_is_read_with_its_players_and_its_opening() {
    for case in GAMES.lines().skip(1) {
        let (object, wanted) = case.split_once(" => ").expect(case);
        let shown = |(text, read): (PositionText, Result<Game, TextError>)| {
            let bad = if read.is_ok() { "" } else { "bad " };
            let players = text.players.unwrap_or_default().join("-");
            format!("{bad}{} {players} {}", text.input, text.opening)
        };
        let games: Vec<_> = games(object, Convention::default())
            .into_iter()
            .map(shown)
            .collect();
        assert_eq!(games.join(", "), wanted, "{case}");
    }
}

/// Returns an episode as the arena writes it. Each step has an action and a status for both agents.
fn episode(columns: u8, steps: &[[(Value, &str); 2]]) -> String {
    let states = |step: &[(Value, &str); 2]| -> Value {
        let state = |(action, status): &(Value, &str)| serde_json::json!({ "action": action, "reward": 0, "status": status });
        step.iter().map(state).collect()
    };
    let steps: Value = steps.iter().map(states).collect();
    let configuration = serde_json::json!({ "columns": columns, "rows": 6, "inarow": 4 });
    serde_json::json!({ "name": "connectx", "configuration": configuration, "steps": steps })
        .to_string()
}

#[test]
fn the_action_of_the_active_agent_counts_in_an_episode() {
    let zero = || Value::from(0);
    let start = [(zero(), "ACTIVE"), (zero(), "INACTIVE")];
    let first = [(Value::from(3), "INACTIVE"), (zero(), "ACTIVE")];
    let second = [(zero(), "ACTIVE"), (Value::from(6), "INACTIVE")];
    let last = |action: Value, status| [(action, status), (zero(), "DONE")];
    for (end, moves) in [
        (last(zero(), "DONE"), Ok("471")),
        (last(Value::from(3), "TIMEOUT"), Ok("47")),
        (last(Value::from(3), "ERROR"), Ok("47")),
        (last(Value::from(9), "INVALID"), Ok("47")),
        (last(Value::Null, "DONE"), Ok("47")),
        (
            last(Value::from(7), "DONE"),
            Err("expected an action from 0 to 6; found \"7\""),
        ),
        (
            last(Value::from("3"), "DONE"),
            Err("expected an action from 0 to 6; found \"\\\"3\\\"\""),
        ),
    ] {
        let text = episode(7, &[start.clone(), first.clone(), second.clone(), end]);
        let (input, _, read) = read(&text);
        match (moves, read) {
            (Ok(moves), Ok(_)) => assert_eq!(input, moves),
            (Err(wanted), Err(error)) => assert!(error.ends_with(wanted), "{error}"),
            (wanted, read) => panic!("{wanted:?}: {read:?}"),
        }
    }
    for (text, wanted) in [
        (
            episode(8, std::slice::from_ref(&start)),
            "expected a configuration with 7 columns, 6 rows and 4 inarow; found",
        ),
        (
            episode(7, &[first.clone(), start]).replace("ACTIVE", "DONE"),
            "expected a first step with an agent that is ACTIVE; found",
        ),
        (
            episode(7, &[]),
            "expected a first step with an agent that is ACTIVE; found \"[]\"",
        ),
    ] {
        let error = read(&text).2.expect_err(&text);
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn an_episode_has_the_boards_of_its_first_and_last_step() {
    let steps = [
        [(Value::from(0), "ACTIVE"), (Value::from(0), "INACTIVE")],
        [(Value::from(3), "INACTIVE"), (Value::from(0), "ACTIVE")],
    ];
    let mut object: Value = serde_json::from_str(&episode(7, &steps)).expect("an object");
    let mut read_board = |step: usize, cells: &[u8]| {
        object["steps"][step][0]["observation"] = serde_json::json!({ "board": cells });
        let (input, _, read) = read(&object.to_string());
        (input, read)
    };
    let mut cells = vec![0; 42];
    assert_eq!(read_board(0, &cells), ("4".to_owned(), Ok(1)));
    (cells[40], cells[41]) = (1, 2);
    let begun = |cells: &[u8]| format!("board {} moves 4", serde_json::json!(cells));
    assert_eq!(read_board(0, &cells), (begun(&cells), Ok(3)));
    let wrong = "expected actions that lead to the board of the last step; found \"board [0,";
    let error = read_board(1, &cells).1.expect_err("another board");
    assert!(error.contains(wrong), "{error}");
    let input = begun(&cells);
    cells[38] = 1;
    assert_eq!(read_board(1, &cells), (input, Ok(3)));
}
