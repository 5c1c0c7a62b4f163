#!/usr/bin/env bash
# Makes the files of a release, and runs each of them.
#
#     scripts/release.sh [PART]...
#
# Without a part, all of them. target/packages then contains
#
#     programs    an archive for Linux on x86-64, for Linux on 64-bit ARM, and for Windows
#     debian      a Debian package
#     container   a container image for both kinds of Linux
#     crate       the crate
#     wheels      the Python package for both kinds of Linux, and its source
#     package     the package for npm
#     page        the page with the engine, for any host of static files
#
# and SHA256SUMS with their checksums; CONTENTS lists the files in them. `debian` and `container` use
# what `programs` has made, and must run as root. MIRROR names the Debian mirror, if the usual one
# cannot be reached. Everything takes 20 to 40 minutes.
#
# The programs are statically linked; the one for ARM runs in an emulator, the one for Windows in Wine.
# Only the wheel for ARM is not run: it needs a Python for ARM, which .github/workflows/release.yml has.
set -euo pipefail
. "$(dirname "$0")/common.sh"
cd "$root"

out=$root/target/packages
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
address=$(sed -n 's/^repository = "\(.*\)"/\1/p' Cargo.toml)
linux=(x86_64-unknown-linux-musl aarch64-unknown-linux-musl)
work=$(mktemp -d)
mkdir -p "$out" "$work/pages"
trap 'cp -r "$work/pages/." "$root"; rm -rf "$work"' EXIT

# Gives a page whole links until the script ends, if Cargo.toml has an address for them.
whole_links() {
    cp --parents "$1" "$work/pages"
    python3 scripts/links.py "$1"
}

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
manuals() {
    local shell
    cargo run --quiet --locked -p man-pages -- "$work/man"
    cargo build --locked --profile dist --target "${linux[0]}"
    mkdir "$work/completions"
    for shell in bash:claimeven.bash fish:claimeven.fish zsh:_claimeven \
        powershell:_claimeven.ps1 elvish:claimeven.elv; do
        "$built/${linux[0]}/dist/claimeven" completions "${shell%:*}" >"$work/completions/${shell#*:}"
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
        cp scripts/Containerfile "$work/$name"
        tar -czf "$out/$name.tar.gz" --owner 0 --group 0 --sort name -C "$work" "$name"
        tar -xzf "$out/$name.tar.gz" -C "$work/unpacked"
    fi
    start "$@" "$work/unpacked/$name/$program"
    rm -r "$work/unpacked"
}

programs() {
    prepare_linux
    prepare_windows
    manuals
    archive "${linux[0]}" x86_64-linux claimeven
    archive "${linux[1]}" aarch64-linux claimeven qemu-aarch64
    archive x86_64-pc-windows-gnu x86_64-windows claimeven.exe wine
}

# Makes the Debian package of the program for x86-64, and installs it in a new system.
debian() {
    local package=claimeven_$version-1_amd64.deb system=$work/debian
    need cargo-deb cargo-deb 'cargo install --locked'
    need debootstrap debootstrap
    gzip --recursive --quiet --best --no-name "$built/${linux[0]}/dist/man"
    cargo deb --no-build --profile dist --target "${linux[0]}" --output "$out"
    debootstrap --variant=minbase stable "$system" ${MIRROR:+"$MIRROR"} >"$work/debootstrap.log" ||
        { cat "$work/debootstrap.log" >&2; exit 1; }
    cp "$out/$package" "$system"
    chroot "$system" dpkg --install "/$package"
    start chroot "$system" claimeven
    chroot "$system" dpkg --listfiles claimeven
}

# Makes the image from the archives for Linux, and starts the engine in a container of it.
container() {
    local system folder name=claimeven:$version file=$out/claimeven-$version-container.tar
    local buildah=(buildah --root "$work/images" --runroot "$work/run")
    need buildah buildah
    mkdir "$work/container"
    for system in x86_64:amd64 aarch64:arm64; do
        folder=claimeven-$version-${system%:*}-linux
        tar -xzf "$out/$folder.tar.gz" -C "$work/container"
        "${buildah[@]}" build --quiet --platform "linux/${system#*:}" --manifest "$name" \
            "$work/container/$folder"
    done
    rm -f "$file"
    "${buildah[@]}" manifest push --quiet --all "$name" "oci-archive:$file:$name"
    # Without a cgroup, which not every machine lets root make.
    start "${buildah[@]}" run --isolation chroot "$("${buildah[@]}" from "oci-archive:$file")" /claimeven
}

# Packs the crate, builds it from the package and runs the tests in it.
crate() {
    whole_links README.md
    cargo package --locked --allow-dirty
    cp "$built/package/claimeven-$version.crate" "$out"
    tar -xzf "$out/claimeven-$version.crate" -C "$work"
    # In a folder of its own: Cargo would take the tests of an earlier package for up to date.
    # The package lacks the dependency on itself, which enables `internals` for tests.
    cargo test --locked --features internals --target-dir "$work/built" \
        --manifest-path "$work/claimeven-$version/Cargo.toml"
}

# Prints the paths of the oldest and the newest Python that start, from 3.9 on.
pythons() {
    local minor
    for minor in {9..30}; do
        "python3.$minor" -c 'import sys; print(sys.executable)' 2>/dev/null || true
    done | sed -n '1p;$p' | uniq
}

# Makes the wheels, tests the one for x86-64 without Cargo on the path, and builds the source once.
wheels() {
    local target python tools=$work/tools/bin
    rustup target add {x86_64,aarch64}-unknown-linux-gnu
    python_environment "$work/tools" 'maturin[zig]>=1.9,<2'
    whole_links python/README.md
    for target in {x86_64,aarch64}-unknown-linux-gnu; do
        PATH=$tools:$PATH maturin build --release --locked --manifest-path python/Cargo.toml \
            --target "$target" --zig --compatibility manylinux_2_17 --out "$out"
    done
    "$tools/maturin" sdist --manifest-path python/Cargo.toml --out "$out"
    python3.9 -c '' || unchecked 'in Python 3.9, which does not start, whether the wheel works'
    for python in $(pythons); do
        printf '\n== the wheel in %s\n' "$python"
        PATH=/usr/bin:/bin PYTHON=$python python/check.sh "$out/claimeven-$version"-*_x86_64.whl
    done
    python_environment "$work/source" "$out/claimeven-$version.tar.gz"
    start "$work/source/bin/claimeven"
}

# Builds the page and the package for npm.
web() {
    rustup target add wasm32-unknown-unknown
    cargo run --quiet --locked --package claimeven-web
}

# Packs the package for npm, and runs it in the oldest Node that it promises and in the newest.
package() {
    local node
    whole_links web/engine/README.md
    web
    # npm shows where a package was built only if the package names that address.
    [ -z "$address" ] ||
        (cd target/web/package && npm pkg set repository.type=git "repository.url=git+$address.git")
    npm pack --silent --pack-destination "$out" ./target/web/package
    npm install --silent --prefix "$work/npm" "$out/claimeven-$version.tgz"
    cat >"$work/npm/start.mjs" <<'END'
import { Engine } from "claimeven";

const engine = new Engine();
console.log(process.version, (await engine.analyze("4453")).scores.join(" "));
engine.close();
END
    for node in 20 latest; do
        npm exec --yes --package "node@$node" -- node "$work/npm/start.mjs" |
            grep -e ' -5 -5 -2 -3 -4 -2 -2$'
    done
}

# Packs the page, and opens it in Chromium as a host of static files serves it from a folder.
page() {
    web
    (cd target/web/site && python3 -m zipfile -c "$out/claimeven-$version-page.zip" ./*)
    python3 -m zipfile -e "$out/claimeven-$version-page.zip" "$work/page"
    npm ci --silent --prefix web/tests
    SITE=$work/page node --test web/tests/hosted.test.js
}

[ $# != 0 ] || {
    rm -f "$out"/*
    set -- programs debian container crate wheels package page
}
for part; do
    printf '\n== %s\n' "$part"
    case $part in
    programs | debian | container | crate | wheels | package | page) "$part" ;;
    *) fail "$part is not a part: see the list in scripts/release.sh" ;;
    esac
done

cd "$out"
for file in claimeven*; do
    printf '%s\n' "$file:"
    case $file in
    *.deb) dpkg --contents "$file" ;;
    *.zip | *.whl) python3 -m zipfile -l "$file" ;;
    *) tar -tvf "$file" ;;
    esac
done >CONTENTS
sha256sum claimeven* >SHA256SUMS
ls -l
