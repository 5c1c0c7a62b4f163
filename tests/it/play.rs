//! `claimeven play`, with the moves of a person in a pipe.

use crate::helpers::program::{assert_contains, assert_starts, claimeven, command, fed};

/// Returns what is printed if a person plays these lines.
fn play(arguments: &str, lines: &[&str]) -> String {
    let run = fed(&mut command(&format!("play {arguments}")), lines.join("\n"));
    assert_eq!(run.stderr, "");
    run.printed()
}

/// Returns the moves of the game in the last line.
fn moves(printed: &str) -> &str {
    let (_, game) = printed.rsplit_once("the game: ").expect("a game");
    game.trim_end()
}

#[test]
fn a_seed_gives_the_same_replies_to_the_same_moves() {
    let lines = ["4", "undo", "4", "nonsense", "hint", "3", "5", "quit", "1"];
    let first = play("--skill 3 --seed 12", &lines);
    assert_contains(&first, ", seed 12); type a column");
    for part in [
        "\nclaimeven has played ",
        "found \"nonsense\"\n",
        " wins in ",
        "\nmove  side  column  before  after      best\n   1     X       4 ",
        "\nthe game is not over\nX: ",
    ] {
        assert_contains(&first, part);
    }
    assert!(!first.contains('\u{1b}') && !first.contains("to move: "));
    assert_eq!(moves(&first).len(), 6, "{first}");
    assert_eq!(play("--skill 3 --seed 12", &lines), first);
    let others = (13..33).map(|seed| play(&format!("--skill 3 --seed {seed}"), &lines));
    let different = others.filter(|other| moves(other) != moves(&first));
    assert!(different.count() > 2);
}

#[test]
fn two_people_play_to_the_end_and_then_another_game() {
    let lines = [
        "1", "2", "1", "2", "1", "b4", "2", "1", "3", "new", "", "7", "resign",
    ];
    let printed = play("--two-players", &lines);
    assert_starts(&printed, "type a column (1-7) or help\n\n  1   2 ");
    for part in [
        "\n [X]    .     .     .     .     .     .\n (X)    O ??  ",
        "\nply 6: a stone in column 2 lands on row 3, not 4\n",
        "\nX has won\nX: 1 blunder, ",
        "\nthe game: 1212121\nexpected new, undo, board or quit after the game; found \"3\"\n",
        "\nO has resigned\n",
        "\nthe game: 7\n",
    ] {
        assert_contains(&printed, part);
    }
}

#[test]
fn a_game_continues_from_a_position_in_any_form() {
    let fen = "fen 7/7/7/7/3p3/3P3 w moves 4 5";
    let printed = play("--two-players 4453", &["1", "undo", "undo", "2"]);
    assert_contains(&printed, "\nexpected a move to take back; found none\n");
    assert_eq!(moves(&printed), "44532");
    assert_eq!(
        moves(&play("--two-players --zero-based 3342", &["2"])),
        "44532"
    );
    let printed = play(&format!("--two-players '{fen}'"), &["1"]);
    assert_eq!(
        moves(&printed),
        "fen 7/7/7/7/3p3/3P3[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 0 2 moves 451"
    );
    // The engine plays the next move of its own side.
    assert_eq!(moves(&play("--seed 1 445", &["1"])).len(), 6);
    assert_eq!(moves(&play("--seed 1 --second 44", &["1"])).len(), 5);
}

#[test]
fn full_strength_does_not_lose_the_won_game() {
    let begun = play("--second --skill 20", &[]);
    assert_contains(&begun, "claimeven is X (full strength, ");
    assert_contains(&begun, "\nclaimeven has played 4\n");
    let won = play(
        "--second --skill 20",
        &["4", "4", "4", "2", "1", "7", "7", "7", "1", "1"],
    );
    let bad = "\nX: 0 blunders, 0 inaccuracies in ";
    assert_contains(&won, bad);
}

#[test]
fn wrong_arguments_are_rejected() {
    for (arguments, part) in [
        ("--skill 21", "expected a whole number from 0 to 20"),
        ("--skill 3 --elo 900", "cannot be used with"),
        ("--elo 2140", "from 522 to 1975"),
        ("--two-players --seed 1", "cannot be used with"),
        ("--two-players --second", "cannot be used with"),
    ] {
        let run = claimeven(&format!("play {arguments}"));
        assert_contains(&run.exits_with(2).stderr, part);
    }
    assert_contains(&claimeven("play --help").printed(), "from 522 to 1975");
    for (arguments, error) in [
        (
            "1212121",
            "error: expected a position before the end of a game; found X has won\n",
        ),
        (
            "448",
            "error: position \"448\": char 3: ply 3: '8' is not a column (1-7)\n",
        ),
    ] {
        assert_eq!(claimeven(&format!("play {arguments}")).refused(), error);
    }
}
