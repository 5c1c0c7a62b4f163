# Sourced by aarch64.sh, windows.sh and release.sh: prepares Cargo to build for other systems and
# to run the programs here. CARGO_BUILD_TARGET selects one of these systems.

# Fails if a program is missing, and names its package.
need() {
    command -v "$1" >/dev/null || {
        echo "$0: $1 is not installed: ${3:-on Debian, apt install} $2" >&2
        exit 1
    }
}

# Prepares statically linked programs, for which neither a C compiler nor another system is needed.
prepare_linux() {
    need qemu-aarch64 qemu-user
    rustup target add x86_64-unknown-linux-musl aarch64-unknown-linux-musl
    export CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=qemu-aarch64
}

prepare_windows() {
    local gcc=x86_64-w64-mingw32-gcc library
    need wine wine
    need $gcc gcc-mingw-w64-x86-64-win32
    rustup target add x86_64-pc-windows-gnu
    export WINEPREFIX=$PWD/target/wine WINEDEBUG=-all
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine

    # Rust programs take random numbers from this library of Windows 10. Older versions of Wine lack it.
    mkdir -p target
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
