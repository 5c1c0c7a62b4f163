//! How much memory the machine and its control group have left.
//!
//! Asked before a large table is touched: Linux grants memory it does not have
//! and kills the process later. Reads files of the operating system, changes
//! nothing. Where nothing can be learnt the answer is `None`, and the refusal is
//! left to the allocator.

/// Bytes that can be taken without pushing anything out: the smallest of what
/// the machine and the control groups around this process have left.
#[must_use]
pub fn available() -> Option<u64> {
    platform::available()
}

/// What stays free for everything that is not the table: the program and its book take half
/// of it.
const RESERVE: u64 = 16 << 20;

/// There is less memory than wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{wanted_mib} MiB wanted, {left_mib} MiB left on this machine")]
pub struct NoRoom {
    /// What was asked for.
    pub wanted_mib: usize,
    /// What is available for it.
    pub left_mib: u64,
}

/// Checks that `mib` mebibytes fit into what is available; passes when that is unknown.
///
/// # Errors
/// [`NoRoom`] if they do not.
pub fn check_room(mib: usize) -> Result<(), NoRoom> {
    let wanted = (mib as u64).saturating_mul(1 << 20).saturating_add(RESERVE);
    match available() {
        Some(left) if left < wanted => Err(NoRoom {
            wanted_mib: mib,
            left_mib: left.saturating_sub(RESERVE) >> 20,
        }),
        _ => Ok(()),
    }
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

    /// The folders of the memory groups that hold this process, each with all
    /// its ancestors: a limit of any of them counts.
    ///
    /// Version 2 has one hierarchy (`0::/path`), version 1 one for memory
    /// (`4:memory:/path`). Inside a container the path may be the host's and
    /// lead nowhere; the root folder is then the container's own group.
    pub(super) fn group_folders(groups: &str) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        for line in groups.lines() {
            let mut parts = line.splitn(3, ':').skip(1);
            let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else {
                continue;
            };
            let root = match controllers {
                "" => Path::new("/sys/fs/cgroup"),
                list if list.split(',').any(|name| name == "memory") => {
                    Path::new("/sys/fs/cgroup/memory")
                }
                _ => continue,
            };
            let group = root.join(path.trim_start_matches('/'));
            let inside = group
                .ancestors()
                .take_while(|folder| folder.starts_with(root));
            folders.extend(inside.map(Path::to_path_buf));
        }
        folders
    }

    /// Limit less use of one group; pages of files that can be dropped count as
    /// free. `None` without a limit.
    fn left_in_group(folder: &Path) -> Option<u64> {
        let number = |names: [&str; 2]| -> Option<u64> {
            names
                .into_iter()
                .find_map(|name| fs::read_to_string(folder.join(name)).ok())?
                .trim()
                .parse()
                .ok()
        };
        let limit = number(["memory.max", "memory.limit_in_bytes"])?;
        let used = number(["memory.current", "memory.usage_in_bytes"])?;
        let droppable = fs::read_to_string(folder.join("memory.stat"))
            .ok()
            .and_then(|text| field(&text, "inactive_file "))
            .unwrap_or(0);
        Some(limit.saturating_sub(used.saturating_sub(droppable)))
    }
}

#[cfg(target_os = "macos")]
mod platform {
    use std::process::Command;

    /// All of the machine's memory: macOS compresses and swaps before it kills,
    /// so only a table larger than the machine is refused.
    pub(super) fn available() -> Option<u64> {
        let output = Command::new("/usr/sbin/sysctl")
            .args(["-n", "hw.memsize"])
            .output()
            .ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod platform {
    /// Unknown. Windows commits memory when it is asked for, so that the
    /// allocation itself fails.
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
        if available().is_some() {
            let refused = check_room(usize::MAX).map_err(|refused| refused.wanted_mib);
            assert_eq!(refused, Err(usize::MAX));
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
        let folders = |text| -> Vec<String> {
            platform::group_folders(text)
                .iter()
                .map(|folder| folder.display().to_string())
                .collect()
        };
        assert_eq!(
            folders("0::/user.slice/app\n"),
            [
                "/sys/fs/cgroup/user.slice/app",
                "/sys/fs/cgroup/user.slice",
                "/sys/fs/cgroup"
            ]
        );
        assert_eq!(
            folders("5:cpu,cpuacct:/x\n4:memory:/docker\n"),
            ["/sys/fs/cgroup/memory/docker", "/sys/fs/cgroup/memory"]
        );
        assert!(folders("nonsense\n").is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_field_is_found_by_its_name() {
        let text = "MemTotal:  10 kB\nMemAvailable:   7 kB\n";
        assert_eq!(platform::field(text, "MemAvailable:"), Some(7));
        assert_eq!(platform::field(text, "Swap:"), None);
    }
}
