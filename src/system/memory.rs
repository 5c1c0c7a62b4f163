//! How much memory the machine, its control groups and the limits of this process have left.
//!
//! It is asked before a large table is touched, because Linux grants memory that it does
//! not have and kills the process later. Reads files of the operating system, changes
//! nothing. Where they tell nothing, the answer is `None`, and it is the allocator that
//! refuses.

use std::hint::black_box;

/// Bytes that can be taken without pushing anything out: the least of what the machine
/// and the control groups around this process have left.
#[must_use]
pub(crate) fn available() -> Option<u64> {
    platform::available()
}

/// Bytes that stay free for everything but the table: the program and its book take half
/// of them, threads the other half. An allocation of a few bytes that fails ends the process.
const RESERVE: u64 = 16 << 20;

/// There is less memory than wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoRoom {
    /// What was asked for, and what is available for it.
    #[error("{wanted_mib} MiB wanted, {left_mib} MiB left on this machine")]
    Machine { wanted_mib: usize, left_mib: u64 },
    /// What was asked for.
    #[error("{wanted_mib} MiB wanted, not so much left to this process")]
    Process { wanted_mib: usize },
}

/// Checks that `mib` mebibytes fit into what is available; passes when that is unknown.
///
/// # Errors
/// [`NoRoom`] if they do not.
pub(crate) fn check_room(mib: usize) -> Result<(), NoRoom> {
    let wanted = (mib as u64).saturating_mul(1 << 20).saturating_add(RESERVE);
    match available() {
        Some(left) if left < wanted => Err(NoRoom::Machine {
            wanted_mib: mib,
            left_mib: left.saturating_sub(RESERVE) >> 20,
        }),
        _ if is_granted(wanted) => Ok(()),
        _ => Err(NoRoom::Process { wanted_mib: mib }),
    }
}

/// Whether this process may have so many bytes, which are given back untouched.
fn is_granted(bytes: u64) -> bool {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    // Unseen, the compiler would take the request for granted and leave it out.
    black_box(&mut Vec::<u8>::new())
        .try_reserve_exact(bytes)
        .is_ok()
}

#[cfg(target_os = "linux")]
mod platform {
    use std::fs;
    use std::path::{Path, PathBuf};

    pub(super) fn available() -> Option<u64> {
        let machine = fs::read_to_string("/proc/meminfo")
            .ok()
            .and_then(|text| field(&text, "MemAvailable:"))
            .map(|kib| kib.saturating_mul(1024));
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        group_folders(&groups)
            .iter()
            .filter_map(|folder| left_in_group(folder))
            .chain(machine)
            .min()
    }

    /// The number after `name` at the start of a line.
    pub(super) fn field(text: &str, name: &str) -> Option<u64> {
        let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse().ok()
    }

    /// The folders of the control group (version 2) that holds this process and of all its
    /// ancestors, since a limit of any of them counts.
    ///
    /// The kernel tells the group as `0::/path`. Inside a container the path may be the
    /// host's and lead nowhere; the root folder is then the container's own group.
    pub(super) fn group_folders(groups: &str) -> Vec<PathBuf> {
        let root = Path::new("/sys/fs/cgroup");
        let Some(path) = groups.lines().find_map(|line| line.strip_prefix("0::/")) else {
            return Vec::new();
        };
        root.join(path)
            .ancestors()
            .take_while(|folder| folder.starts_with(root))
            .map(Path::to_path_buf)
            .collect()
    }

    /// Limit less use of one group, `None` without a limit. Pages of files that can be
    /// dropped count as free.
    fn left_in_group(folder: &Path) -> Option<u64> {
        let read = |name| fs::read_to_string(folder.join(name)).ok();
        let limit: u64 = read("memory.max")?.trim().parse().ok()?;
        let used: u64 = read("memory.current")?.trim().parse().ok()?;
        let droppable = read("memory.stat").and_then(|text| field(&text, "inactive_file "));
        Some(limit.saturating_sub(used.saturating_sub(droppable.unwrap_or(0))))
    }
}

#[cfg(not(target_os = "linux"))]
mod platform {
    /// Unknown. Windows commits memory when it is asked for, so that the allocation itself
    /// fails; macOS compresses and swaps before it kills.
    pub(super) fn available() -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_mebibyte_fits_and_all_of_the_address_space_does_not() {
        assert_eq!(check_room(1), Ok(()));
        assert!(!is_granted(u64::MAX >> 1));
        if available().is_some() {
            let refused = check_room(usize::MAX);
            assert!(matches!(refused, Err(NoRoom::Machine { .. })));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_kernel_tells_how_much_is_left() {
        assert!(available().expect("Linux tells") > 1 << 20);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn every_group_up_to_the_root_is_looked_at() {
        use std::path::PathBuf;

        let folders = platform::group_folders;
        let expected = [
            "/sys/fs/cgroup/user.slice/app",
            "/sys/fs/cgroup/user.slice",
            "/sys/fs/cgroup",
        ];
        assert_eq!(folders("0::/user.slice/app\n"), expected.map(PathBuf::from));
        assert_eq!(folders("0::/\n"), [PathBuf::from("/sys/fs/cgroup")]);
        // What version 1 tells, which has no such folders.
        assert!(folders("5:cpu,cpuacct:/x\n4:memory:/docker\n").is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_field_is_found_by_its_name() {
        let text = "MemTotal:  10 kB\nMemAvailable:   7 kB\n";
        assert_eq!(platform::field(text, "MemAvailable:"), Some(7));
        assert_eq!(platform::field(text, "Swap:"), None);
    }
}
