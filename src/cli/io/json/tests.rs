use super::*;

/// Returns the input, the label and the stones or the error of a text's position.
fn read(text: &str) -> (String, Option<String>, Result<u8, String>) {
    let (text, read) = position(text, Convention::default());
    let read = read.map(|game| game.position().stones());
    (
        text.input,
        text.label,
        read.map_err(|error| error.to_string()),
    )
}

#[test]
fn the_first_known_key_that_is_not_null_has_the_position() {
    let cells = format!("[{}1,2,0,0]", "0,".repeat(38));
    let rows = format!("[{}[0,0,0,1,2,0,0]]", "[0,0,0,0,0,0,0],".repeat(5));
    for (object, input, label, stones) in [
        (r#"{"moves": "4453"}"#, "4453", None, 4),
        (r#"{"moves": 4453, "label": -2}"#, "4453", Some("-2"), 4),
        (
            r#"{"fen": null, "moves": [4, 4, 5, 3]}"#,
            "[4,4,5,3]",
            None,
            4,
        ),
        (
            r#"{"moves": ["d1", "d2"], "label": "mine"}"#,
            r#"["d1","d2"]"#,
            Some("mine"),
            2,
        ),
        (r#"{"moves": [], "label": null}"#, "[]", None, 0),
        (r#"{"input": "", "position": "44"}"#, "", None, 0),
        (r#"{"pos": "4453", "score": [1]}"#, "4453", None, 4),
        (r#"{"pos": ""}"#, "", None, 0),
        (r#"{"position": "7/7/7/7/7/3P3"}"#, "7/7/7/7/7/3P3", None, 1),
        (
            &format!(r#"{{"board": {cells}, "mark": 1}}"#),
            &cells,
            None,
            2,
        ),
        (&format!(r#"{{"board": {rows}}}"#), &rows, None, 2),
        (
            r#"{"start": "7/7/7/7/7/3P3 b", "moves": "44"}"#,
            "fen 7/7/7/7/7/3P3 b moves 44",
            None,
            3,
        ),
        (
            &format!(r#"{{"start": {cells}, "moves": [1, "b1"]}}"#),
            &format!("board {cells} moves 1 b1"),
            None,
            4,
        ),
        (
            r#"{"input": "d1", "start": "7/7/7/7/7/3P3 b", "moves": "44"}"#,
            "d1",
            None,
            1,
        ),
        (
            r#"{"number": 0, "opening": "44", "games": ["4453"]}"#,
            "44",
            None,
            2,
        ),
        (
            r#"{"moves": "4453", "games": 3, "steps": 9, "input": null}"#,
            "4453",
            None,
            4,
        ),
    ] {
        let wanted = (input.to_owned(), label.map(str::to_owned), Ok(stones));
        assert_eq!(read(object), wanted, "{object}");
    }
}

#[test]
fn errors_in_a_value_are_counted_in_the_value() {
    for (object, input, error) in [
        (
            r#"{"moves": "448"}"#,
            "448",
            "char 3: ply 3: '8' is not a column (1-7)",
        ),
        (
            r#"{"moves": "44 -2"}"#,
            "44 -2",
            "char 4: expected the end of the text; found \"-2\"",
        ),
    ] {
        assert_eq!(
            read(object),
            (input.to_owned(), None, Err(error.to_owned())),
            "{object}"
        );
    }
}

#[test]
fn errors_in_an_object_say_what_was_expected() {
    for (object, error) in [
        (
            "{\"moves\": \"44\"",
            "char 15: expected the rest of a JSON object; the text ends here",
        ),
        (
            "{\n\"moves\": 4 5\n}",
            "line 2, char 12: expected `,` or `}` in JSON; found \"5\"",
        ),
        (
            "{\n\"moves\": \"44\"\n{\"moves\": \"45\"}",
            "char 1: expected a '}' for this '{'; the text ends here",
        ),
        (
            "{\"moves\": 1}\n{\"moves\": 2}",
            "line 2, char 1: expected one JSON object, or --input - for one per line; \
             found \"{\\\"moves\\\":\"",
        ),
        (
            "{'moves': '44'}",
            "char 2: expected a key in double quotes; found \"'moves':\"",
        ),
        (
            "{\"é\": 1} 44",
            "char 10: expected one JSON object, and nothing after it; found \"44\"",
        ),
        (
            "{\"x\": \"\\q\"}",
            "char 9: expected valid JSON (invalid escape); found \"q\\\"}\"",
        ),
        (
            "{\"x\": 1, \"fen\": {}}",
            "char 10: expected a text or a list as \"fen\"; found \"{}\"",
        ),
        (
            "{\"moves\": 4.5}",
            "char 2: expected a text or a list as \"moves\"; found \"4.5\"",
        ),
        (
            "{\"fen\": \" \"}",
            "char 2: expected a position as \"fen\"; the text ends here",
        ),
        (
            "{\"board\": []}",
            "char 2: expected a position as \"board\"; the text ends here",
        ),
        (
            "{\"board\": [1, 2]}",
            "char 2: expected a board of 42 cells; found 2",
        ),
        (
            "[{\"moves\":\"44\"}]",
            "char 1: expected one JSON object; --input also reads arrays of objects; found \
             \"[{\\\"moves\\\":\\\"44\\\"}]\"",
        ),
        (
            "[{\"moves\": \"44\"},\n{\"moves\"",
            "line 2, char 9: expected the rest of a JSON object; the text ends here",
        ),
        (
            "[\n{\"moves\": \"44\"}\n{\"moves\": \"45\"}]",
            "line 3, char 1: expected `,` or `]` in JSON; found \"{\\\"moves\\\":\"",
        ),
        ("{}", &format!("char 1: expected {KEYS}; found \"{{}}\"")),
        (
            "{\"moves\": null}",
            &format!("char 1: expected {KEYS}; found \"{{\\\"moves\\\": null}}\""),
        ),
    ] {
        let (input, _, read) = read(object);
        assert_eq!((&*input, read), (object, Err(error.to_owned())));
    }
    let long = format!("{{\"x\": \"{}\"}}", "y".repeat(MAX_LINE));
    assert_eq!(read(&long).0, excerpt(&long));
}

#[test]
fn the_record_of_a_bad_object_gives_the_same_error() {
    for object in [
        "{\"moves\": \"44\"",
        "{\"x\": 1}",
        "{'a': 1}",
        "{\"board\": [1, 2]}",
    ] {
        let (input, _, error) = read(object);
        let record = serde_json::json!({ "input": input, "label": "mine", "error": "x" });
        let wanted = (input, Some("mine".to_owned()), error);
        assert_eq!(read(&record.to_string()), wanted);
    }
}

#[test]
fn only_a_brace_before_a_key_begins_json() {
    for text in [
        "{\"moves\": 1}",
        " {'a':1}",
        "{",
        "{}",
        "{ }",
        "{\n  \"moves\": [\n",
        "{\n4453",
        "[{\"moves\": 1}]",
        "[\n  {\n",
    ] {
        assert!(is_json(text), "{text}");
    }
    for text in [
        "",
        "{4, 4, 5, 3}",
        "{{0, 1}}",
        "{'x', 'o'}",
        "{\"x\", \"o\"}",
        "{[%clk 0:10]}",
        "{Note: 1}",
        "4453",
        "[4, 4]",
        "[\n4\n]",
    ] {
        assert!(!is_json(text), "{text}");
    }
}

#[test]
fn every_game_of_a_match_is_read() {
    let all = |text: &str| -> Vec<(String, bool)> {
        let games = games(text, Convention::default());
        let games = games.into_iter();
        games
            .map(|(text, read)| (text.input, read.is_ok()))
            .collect()
    };
    let pair = r#"{"number": 0, "opening": "44", "games": ["4453", "448"], "points": [1, 0]}"#;
    let wanted = [("4453".to_owned(), true), ("448".to_owned(), false)];
    assert_eq!(all(pair), wanted);
    let failed = r#"{"opening": "44", "games": [], "error": "no answer"}"#;
    assert_eq!(all(failed), [(failed.to_owned(), false)]);
    assert_eq!(
        all(r#"{"moves": "44", "games": ["4"]}"#),
        [("44".to_owned(), true)]
    );
}

#[test]
fn the_players_of_a_match_change_sides_and_its_opening_is_known() {
    let all = |text: &str| -> Vec<(Option<[String; 2]>, usize)> {
        let games = games(text, Convention::default()).into_iter();
        games
            .map(|(text, _)| (text.players, text.opening))
            .collect()
    };
    let names = |first: &str, second: &str| Some([first.to_owned(), second.to_owned()]);
    let pair = r#"{"opening": "44", "players": ["a", "b"], "games": ["4453", "4435", "45"]}"#;
    let wanted = [
        (names("a", "b"), 2),
        (names("b", "a"), 2),
        (names("a", "b"), 1),
    ];
    assert_eq!(all(pair), wanted);
    let record = r#"{"moves": "44", "tags": {"White": "a", "Black": "b"}}"#;
    assert_eq!(all(record), [(names("a", "b"), 0)]);
    for nameless in [
        r#"{"moves": "44", "players": ["a"]}"#,
        r#"{"moves": "44", "tags": {}}"#,
    ] {
        assert_eq!(all(nameless), [(None, 0)]);
    }
    let (text, read) = &games(
        r#"{"opening": "48", "games": ["44"]}"#,
        Convention::default(),
    )[0];
    assert!(read.is_err() && text.opening == 0);
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
