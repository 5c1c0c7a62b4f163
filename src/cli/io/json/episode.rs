//! Episodes of Kaggle `ConnectX`, as the arena stores them.
//!
//! A step lists the state of both agents. Its actions lead to it from the step before; only the
//! action of the agent that was active there counts, because the other agent's is a default.

use serde_json::Value;

use super::Object;
use crate::game::TextError;

/// Statuses of an agent whose action was played.
const PLAYED: [&str; 3] = ["ACTIVE", "INACTIVE", "DONE"];

/// Returns the board of the last step, if it has one.
pub(super) fn last_board(steps: &Value) -> Option<&Value> {
    let last = steps.as_array()?.last()?;
    Some(&last[0]["observation"]["board"]).filter(|board| board.is_array())
}

/// Returns the text of an episode's game.
///
/// # Errors
/// Fails if the board does not have the usual size, or if the steps are not those of an episode.
pub(super) fn moves(object: &Object, steps: &Value) -> Result<String, TextError> {
    check_size(object)?;
    let wrong = |wanted, found| object.unexpected("steps", wanted, found);
    let listed = steps.as_array().map_or(&[][..], Vec::as_slice);
    let mut moves = String::new();
    let mut active: Option<usize> = None;
    for step in listed {
        if let Some(agent) = active {
            let (status, action) = (&step[agent]["status"], &step[agent]["action"]);
            let status = status.as_str();
            let status = status.ok_or_else(|| wrong("an agent with a status", &step[agent]))?;
            // Another status is the reason why the game ended without the action.
            if action.is_null() || !PLAYED.contains(&status) {
                break;
            }
            let column = action.as_u64().and_then(|action| u8::try_from(action).ok());
            let column = column.filter(|&column| column < 7);
            let column = column.ok_or_else(|| wrong("an action from 0 to 6", action))?;
            moves.push(char::from(b'1' + column));
        }
        active = active_agent(step);
        if active.is_none() {
            break;
        }
    }
    let first = listed.first().unwrap_or(steps);
    if active_agent(first).is_none() {
        return Err(wrong("a first step with an agent that is ACTIVE", first));
    }
    let start = &first[0]["observation"]["board"];
    let is_empty = |cells: &Vec<Value>| cells.iter().all(|cell| cell == 0);
    Ok(match start.as_array() {
        Some(cells) if !is_empty(cells) => format!("board {start} moves {moves}"),
        _ => moves,
    })
}

/// Returns the agent that moves after a step.
fn active_agent(step: &Value) -> Option<usize> {
    let agents = step.as_array()?;
    agents.iter().position(|agent| agent["status"] == "ACTIVE")
}

fn check_size(object: &Object) -> Result<(), TextError> {
    let configuration = object.get("configuration").unwrap_or(&Value::Null);
    let size = ["columns", "rows", "inarow"].map(|key| configuration[key].as_u64());
    if size == [7, 6, 4].map(Some) {
        return Ok(());
    }
    let wanted = "a configuration with 7 columns, 6 rows and 4 inarow";
    Err(object.unexpected("configuration", wanted, configuration))
}
