//! Builds the engine for browsers and writes two folders below `target/web`: `package`, which
//! `npm pack` packs, and `site`, the page with the engine.
//!
//!     cargo run -p claimeven-web

use std::collections::BTreeMap;
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

use claimeven::play::levels::Level;
use serde_json::Value;
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

/// The flags of the compiler, which enable 128-bit vectors. All browsers have them since Safari 16.4
/// of March 2023.
const FLAGS: &str = "-Ctarget-feature=+simd128";

/// The Elo of perfect play, as measured with the levels.
const PERFECT_ELO: u16 = 2140;

fn main() -> ExitCode {
    match make() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Makes both folders.
fn make() -> Result<(), Box<dyn Error>> {
    check_target()?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.join("..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let web = root.join("target/web");
    check_version(&root, &here.join("engine/package.json"))?;

    let package = web.join("package");
    empty(&package)?;
    Bindgen::new()
        .input_path(build(&root, &target)?)
        .out_name("wasm")
        .web(true)?
        .omit_default_module_path(false)
        .typescript(true)
        .generate(&package)?;
    copy(&here.join("engine"), &package)?;
    fs::copy(
        root.join("src/book/openings.book"),
        package.join("openings.book"),
    )?;
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root.join(license), package.join(license))?;
    }

    let site = web.join("site");
    empty(&site)?;
    copy(&here.join("page"), &site)?;
    // The reports of the command line have the same colours and fonts.
    fs::copy(
        root.join("src/review/report/look.css"),
        site.join("look.css"),
    )?;
    copy(&package, &site.join("engine"))?;
    let page = site.join("index.html");
    fs::write(&page, with_texts(fs::read_to_string(&page)?, &site)?)?;
    let elo = (0..).map_while(Level::numbered).map(Level::elo);
    let elo: Vec<_> = elo.chain([PERFECT_ELO]).collect();
    let elo = format!("export const ELO = {elo:?};\n");
    fs::write(site.join("elo.js"), elo)?;
    fs::write(site.join("files.js"), files_script(&site)?)?;
    Ok(())
}

/// Returns the page with its English texts, so that they are there before its scripts.
fn with_texts(mut page: String, site: &Path) -> Result<String, Box<dyn Error>> {
    let texts = fs::read_to_string(site.join("texts/en.json"))?;
    let texts: BTreeMap<String, Value> = serde_json::from_str(&texts)?;
    for (key, text) in texts {
        let text = text.as_str().unwrap_or_default().replace('<', "&lt;");
        let mark = format!("data-text=\"{key}\">");
        page = page.replace(&mark, &(mark.clone() + &text));
    }
    Ok(page)
}

/// Returns the script that gives the service worker the files of the page, and a version that
/// changes with any of them.
fn files_script(site: &Path) -> io::Result<String> {
    let mut hasher = DefaultHasher::new();
    let mut names = vec!["\"./\"".to_owned()];
    for path in files(site)? {
        let name = path.strip_prefix(site).expect("a file of the site");
        let name = name.display().to_string().replace('\\', "/");
        // The worker itself is not kept, and a browser does not read types.
        if name != "sw.js" && !name.ends_with(".d.ts") {
            (&name, fs::read(&path)?).hash(&mut hasher);
            names.push(format!("\"{name}\""));
        }
    }
    let (version, names) = (hasher.finish(), names.join(", "));
    Ok(format!(
        "self.build = {{ version: \"{version:016x}\", files: [{names}] }};\n"
    ))
}

/// Returns the paths of all files in a folder, in order.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            paths.extend(files(&path)?);
        } else {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Checks that the toolchain has the standard library for browsers.
fn check_target() -> Result<(), Box<dyn Error>> {
    let output = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()))
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()?;
    if Path::new(String::from_utf8_lossy(&output.stdout).trim_end()).is_dir() {
        Ok(())
    } else {
        Err(format!("the Rust target {TARGET} is missing; run: rustup target add {TARGET}").into())
    }
}

/// Checks that the package has the version of the crate.
fn check_version(root: &Path, package: &Path) -> Result<(), Box<dyn Error>> {
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("version = "));
    let expected = format!(
        "\"version\": {},",
        version.ok_or("Cargo.toml has no version")?
    );
    if fs::read_to_string(package)?.contains(&expected) {
        Ok(())
    } else {
        Err(format!("{}: expected {expected}", package.display()).into())
    }
}

/// Builds the engine and returns the path of its module.
fn build(root: &Path, target: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let status = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["build", "--locked", "--package", "claimeven-web", "--lib"])
        .args(["--target", TARGET, "--profile", "wasm", "--target-dir"])
        .arg(target)
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS)
        .current_dir(root)
        .status()?;
    if !status.success() {
        return Err("cargo build has failed".into());
    }
    Ok(target.join(TARGET).join("wasm/claimeven_web.wasm"))
}

/// Makes an empty folder.
fn empty(folder: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)
}

/// Copies all files of a folder.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for path in files(from)? {
        let target = to.join(path.strip_prefix(from).expect("a file of the folder"));
        fs::create_dir_all(target.parent().expect("a folder"))?;
        fs::copy(path, target)?;
    }
    Ok(())
}
