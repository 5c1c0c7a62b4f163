# Sourced by scripts: the folders, and what scripts need besides the repository.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
built=${CARGO_TARGET_DIR:-$root/target}

fail() {
    echo "$0: $1" >&2
    exit 1
}

# Fails if a program is missing, and names its package.
need() {
    command -v "$1" >/dev/null || fail "$1 is not installed: ${3:-on Debian, apt install} $2"
}

# Installs the package of a program that is missing, as root on Debian.
get() {
    local install=(apt-get install -y -qq --no-install-recommends "$2")
    command -v "$1" >/dev/null && return
    [ "$(id -u)" != 0 ] || DEBIAN_FRONTEND=noninteractive "${install[@]}" >/dev/null ||
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive "${install[@]}" >/dev/null; } || true
}

# Reports what this machine cannot check; scripts/check.sh repeats it at the end.
unchecked() {
    echo "NOT CHECKED $1" | tee -a "${UNCHECKED:-/dev/null}"
}

# Builds the engine unless ENGINE names one.
build_engine() {
    [ -n "${ENGINE:-}" ] || cargo build --release --locked --manifest-path "$root/Cargo.toml"
    ENGINE=$(realpath "${ENGINE:-$built/release/claimeven}")
    export ENGINE
}

# Makes a virtual environment in a folder, and installs packages in it. PYTHON names another
# interpreter than python3.
python_environment() {
    "${PYTHON:-python3}" -m venv "$1" ||
        fail 'python3 cannot make a virtual environment: on Debian, apt install python3-venv'
    "$1/bin/pip" install --quiet --disable-pip-version-check "${@:2}" || fail "pip cannot install ${*:2}"
}

# Prepares statically linked programs, for which neither a C compiler nor another system is needed.
prepare_linux() {
    need qemu-aarch64 qemu-user
    rustup target add x86_64-unknown-linux-musl aarch64-unknown-linux-musl
    export CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=qemu-aarch64
}

# Prepares programs for Windows, which run in Wine.
prepare_windows() {
    local gcc=x86_64-w64-mingw32-gcc library
    need wine wine
    need $gcc gcc-mingw-w64-x86-64-win32
    rustup target add x86_64-pc-windows-gnu
    # Without UTF-8, Wine does not find files with names that are not English.
    export WINEPREFIX=$root/target/wine WINEDEBUG=-all LC_ALL=C.UTF-8
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine

    # Rust programs take random numbers from this library of Windows 10. Older versions of Wine lack it.
    mkdir -p "$root/target"
    wine wineboot --init
    library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
    [ -e "$library" ] || $gcc -shared -o "$library" -x c - -x none -ladvapi32 <<'END'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    return SystemFunction036(data, length);
}
END
}
