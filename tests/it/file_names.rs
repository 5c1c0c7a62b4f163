//! Files and folders with names in any script. `scripts/check.sh windows` also runs all tests in a
//! temporary folder with such a name.

use std::fs;

use crate::book::make_smallest;
use crate::helpers::engine::Engine;
use crate::helpers::folder::Folder;
use crate::helpers::program::{assert_contains, assert_starts};

const FOLDER: &str = "Jürgen Ж 日本";

#[test]
fn every_kind_of_file_may_have_any_name() {
    let folder = Folder::new();
    fs::create_dir(folder.path(FOLDER)).expect("a folder of ours");
    let [input, output, book, log] = ["позиции.txt", "結果 é.jsonl", "βιβλίο", "журнал 🂡.log"]
        .map(|name| format!("{FOLDER}/{name}"));
    folder.write(&input, "445566\r\n448\r\n");
    let run = folder.run(&format!("analyze --input '{input}' --output '{output}'"));
    assert_contains(&run.exits_with(1).stderr, "line 2, char 3: ");
    assert_starts(&folder.read(&output), "{\"input\":\"445566\",");

    make_smallest(&folder, &format!("'{book}'"));
    assert_starts(
        &folder.printed(&format!("book verify '{book}'")),
        "checksum ",
    );
    let mut engine = Engine::run(&mut folder.command(""));
    engine.send(&format!("setoption name Debug Log File value {log}"));
    engine.send(&format!("setoption name BookFile value {book}"));
    engine.ask("go", "bestmove 4...");
    engine.quit();
    let log = folder.read(&log);
    assert_contains(&log, &format!("> setoption name BookFile value {book}\n"));
    assert!(!log.contains("error"), "{log}");

    let missing = format!("{FOLDER}/нет.txt");
    let error = folder.refused(&format!("analyze --input '{missing}'"));
    assert_starts(&error, &format!("error: {missing}: "));
}
