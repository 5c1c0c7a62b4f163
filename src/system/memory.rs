//! The memory that this process can still use. It is bounded by what is left in the machine and in
//! the control groups of the process, and by the limits of the process.
//!
//! The engine checks this memory before it touches a large table, because Linux grants memory that
//! it does not have and kills the process later. The check reads files of the operating system. If
//! they do not show how much is left, only the allocator can refuse the memory.

use std::hint::black_box;

use platform::available;

/// The bytes kept free for everything except the table: the program and its book use half of them,
/// threads the other half. If an allocation of a few bytes fails, the process ends.
const RESERVE: u64 = 16 << 20;

/// The error that less memory is left than needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoRoom {
    /// The machine or a control group has less left.
    #[error("{needed_mib} MiB needed; this machine has {left_mib} MiB left")]
    Machine { needed_mib: usize, left_mib: u64 },
    /// A limit of this process leaves less.
    #[error("{needed_mib} MiB needed; this process has less left")]
    Process { needed_mib: usize },
}

/// Checks that `mib` mebibytes are available. If the number of available bytes is unknown, only the
/// allocator decides.
///
/// # Errors
/// Fails with [`NoRoom`] if they are not.
pub(crate) fn check_room(mib: usize) -> Result<(), NoRoom> {
    let needed = (mib as u64).saturating_mul(1 << 20).saturating_add(RESERVE);
    match available() {
        Some(left) if left < needed => Err(NoRoom::Machine {
            needed_mib: mib,
            left_mib: left.saturating_sub(RESERVE) >> 20,
        }),
        _ if is_granted(needed) => Ok(()),
        _ => Err(NoRoom::Process { needed_mib: mib }),
    }
}

/// Returns whether the allocator grants this many bytes. Frees them untouched. The memory of a module
/// in a browser never shrinks, so there only the request for the table itself shows it.
fn is_granted(bytes: u64) -> bool {
    if cfg!(target_family = "wasm") {
        return true;
    }
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    // Without `black_box` the compiler would remove the request.
    black_box(&mut Vec::<u8>::new())
        .try_reserve_exact(bytes)
        .is_ok()
}

#[cfg(target_os = "linux")]
mod platform {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// Returns the number of bytes that can be used without swapping, or `None` if it is unknown.
    /// This is the minimum of the bytes left in the machine and in each control group of this
    /// process.
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

    /// Returns the number after `name` at the start of a line.
    pub(super) fn field(text: &str, name: &str) -> Option<u64> {
        let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse().ok()
    }

    /// Returns the folders of the control group (version 2) of this process and of all its
    /// ancestors, since the limit of each of them counts.
    ///
    /// The kernel shows the group as `0::/path`. Inside a container, the path may be a path of the
    /// host that does not exist here. The root folder is then the container's own group.
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

    /// Returns the limit of one group minus its use; `None` without a limit. Cached file pages that
    /// the kernel can drop count as free.
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
    /// Returns `None`: the number is unknown and not needed. On Windows an allocation that is too
    /// large fails, because Windows commits memory when it is allocated. macOS compresses and swaps
    /// before it kills a process.
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
    fn the_kernel_shows_how_much_is_left() {
        assert!(available().expect("Linux shows it") > 1 << 20);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn every_group_up_to_the_root_counts() {
        use std::path::PathBuf;

        let folders = platform::group_folders;
        let expected = [
            "/sys/fs/cgroup/user.slice/app",
            "/sys/fs/cgroup/user.slice",
            "/sys/fs/cgroup",
        ];
        assert_eq!(folders("0::/user.slice/app\n"), expected.map(PathBuf::from));
        assert_eq!(folders("0::/\n"), [PathBuf::from("/sys/fs/cgroup")]);
        // The lines of version 1, which has no such folders.
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
