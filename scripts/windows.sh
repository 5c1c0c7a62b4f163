#!/usr/bin/env bash
# Builds the engine for 64-bit Windows and runs its bench and its tests in Wine.
#
#     scripts/windows.sh [TEST...]
#
# TEST selects tests by a part of their names; all of them take some minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

target=x86_64-pc-windows-gnu
gcc=x86_64-w64-mingw32-gcc

for program in wine "$gcc"; do
    command -v "$program" >/dev/null || {
        echo "scripts/windows.sh: $program is not installed: on Debian," \
            'apt install wine gcc-mingw-w64-x86-64-win32' >&2
        exit 1
    }
done
rustup target add "$target"
export WINEPREFIX=$PWD/target/wine WINEDEBUG=-all
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine
export CARGO_BUILD_TARGET=$target

# Rust programs take random numbers from this library of Windows 10. Older versions of Wine lack it.
mkdir -p target
wine wineboot --init
library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
[ -e "$library" ] || "$gcc" -shared -o "$library" -x c - -x none -ladvapi32 <<'END'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    return SystemFunction036(data, length);
}
END

scripts/bench.sh
# In parallel, Wine does not always start as many processes as some tests need.
cargo test --locked -- --test-threads 1 "$@"
