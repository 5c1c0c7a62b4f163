#!/usr/bin/env bash
# Makes the files of a release and starts each program once.
#
#     scripts/release.sh [FOLDER]
#
# FOLDER (target/packages) then contains an archive for Linux on x86-64, one for Linux on 64-bit ARM
# and one for Windows, a Debian package, and the crate. SHA256SUMS has their checksums, CONTENTS
# lists the files in them. The programs for Linux are statically linked. The one for ARM runs in an
# emulator, the one for Windows in Wine, and the Debian package is installed in a new Debian system,
# for which the script must run as root. MIRROR names the Debian mirror, if the usual one cannot be
# reached. Everything takes 10 to 20 minutes.
set -euo pipefail
. "$(dirname "$0")/common.sh"
cd "$root"

out=$(mkdir -p "${1:-target/packages}" && cd "${1:-target/packages}" && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

need cargo-deb cargo-deb 'cargo install --locked'
need debootstrap debootstrap
need python3 python3
prepare_linux
prepare_windows
rm -f "$out"/claimeven* "$out"/{CONTENTS,SHA256SUMS}

# Starts a program: for its version, for a position, as a daemon, and for a search of which the
# number of nodes is known.
start() {
    "$@" --version | tr -d '\r' | grep "^claimeven $version\b"
    "$@" analyze --json 4453 | grep --only-matching '"scores":\[-5,-5,-2,-3,-4,-2,-2\]'
    printf 'ugi\nposition moves 4453\nanalyze\n' | "$@" | tr -d '\r' |
        grep --line-regexp 'ugiok\|analysis .*' | tr '\n' ' ' |
        grep 'ugiok analysis 1:-5 2:-5 3:-2 4:-3 5:-4 6:-2 7:-2'
    "$@" bench | tr -d '\r' | grep --line-regexp "$(head -n 1 scripts/bench-nodes.txt)"
    echo "started: $*"
}

# Writes the man pages, and the completions of each shell under the name by which it finds them.
pages() {
    local linux=x86_64-unknown-linux-musl shell
    cargo run --quiet --locked -p man-pages -- "$work/man"
    cargo build --locked --profile dist --target $linux
    mkdir "$work/completions"
    for shell in bash:claimeven.bash fish:claimeven.fish zsh:_claimeven \
        powershell:_claimeven.ps1 elvish:claimeven.elv; do
        "$built/$linux/dist/claimeven" completions "${shell%:*}" >"$work/completions/${shell#*:}"
    done
}

# Puts the program, its man pages and its completions next to each other.
build() {
    local target=$1
    cargo build --locked --profile dist --target "$target"
    rm -rf "$built/$target/dist/"{man,completions}
    cp -r "$work/man" "$work/completions" "$built/$target/dist"
}

# Makes an archive, unpacks it and starts its program.
archive() {
    local target=$1 system=$2 program=$3 name
    shift 3
    name=claimeven-$version-$system
    printf '\n== %s\n' "$name"
    build "$target"
    mkdir "$work/$name" "$work/unpacked"
    cp -r "$built/$target/dist/"{"$program",man,completions} LICENSE-* "$work/$name"
    cp -r --parents README.md protocol.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs \
        python/README.md web/README.md web/engine/README.md scripts/cluster/README.md "$work/$name"
    if [[ $system = *windows ]]; then
        (cd "$work" && python3 -m zipfile -c "$out/$name.zip" "$name")
        python3 -m zipfile -e "$out/$name.zip" "$work/unpacked"
    else
        tar -czf "$out/$name.tar.gz" --owner 0 --group 0 --sort name -C "$work" "$name"
        tar -xzf "$out/$name.tar.gz" -C "$work/unpacked"
    fi
    start "$@" "$work/unpacked/$name/$program"
    rm -r "$work/unpacked"
}

# Makes the Debian package of the program for x86-64, and installs it in a new system.
debian() {
    local package root=$work/debian
    printf '\n== the Debian package\n'
    gzip --best --no-name "$built"/x86_64-unknown-linux-musl/dist/man/*
    cargo deb --no-build --profile dist --target x86_64-unknown-linux-musl --output "$out"
    package=$(basename "$out"/*.deb)
    debootstrap --variant=minbase stable "$root" ${MIRROR:+"$MIRROR"} >"$work/debootstrap.log" ||
        { cat "$work/debootstrap.log" >&2; exit 1; }
    cp "$out/$package" "$root"
    chroot "$root" dpkg --install "/$package"
    start chroot "$root" claimeven
    chroot "$root" dpkg --listfiles claimeven
}

# Packs the crate, builds it from the package and runs the tests in it. Its README.md gets whole links
# if Cargo.toml has an address for them.
crate() {
    printf '\n== the crate\n'
    cp README.md "$work"
    trap 'mv "$work/README.md" .; rm -rf "$work"' EXIT
    python3 scripts/links.py README.md
    cargo package --locked --allow-dirty
    cp "$built/package/claimeven-$version.crate" "$out"
    tar -xzf "$out/claimeven-$version.crate" -C "$work"
    # In a folder of its own: Cargo would take the tests of an earlier package for up to date.
    # The package lacks the dependency on itself, which enables `internals` for tests.
    cargo test --locked --features internals --target-dir "$work/built" \
        --manifest-path "$work/claimeven-$version/Cargo.toml"
}

pages
archive x86_64-unknown-linux-musl x86_64-linux claimeven
archive aarch64-unknown-linux-musl aarch64-linux claimeven qemu-aarch64
archive x86_64-pc-windows-gnu x86_64-windows claimeven.exe wine
debian
crate

cd "$out"
for file in claimeven*; do
    printf '%s\n' "$file:"
    case $file in
    *.deb) dpkg --contents "$file" ;;
    *.zip) python3 -m zipfile -l "$file" ;;
    *) tar -tvzf "$file" ;;
    esac
done >CONTENTS
sha256sum claimeven* >SHA256SUMS
ls -l
