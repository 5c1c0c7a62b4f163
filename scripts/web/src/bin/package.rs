//! Builds the engine for browsers and writes two folders below `target/web`: `package`, which
//! `npm pack` packs, and `site`, the page with the engine.
//!
//!     cargo run -p claimeven-web

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.join("../..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let web = root.join("target/web");

    let package = web.join("package");
    empty(&package)?;
    Bindgen::new()
        .input_path(build(&root, &target)?)
        .out_name("wasm")
        .web(true)?
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
    copy(&package, &site.join("engine"))?;
    Ok(())
}

/// Builds the engine and returns the path of its module.
fn build(root: &Path, target: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let status = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["build", "--locked", "--package", "claimeven-web", "--lib"])
        .args(["--target", TARGET, "--profile", "wasm", "--target-dir"])
        .arg(target)
        .current_dir(root)
        .status()?;
    if !status.success() {
        return Err("cargo build has failed".into());
    }
    Ok(target.join(TARGET).join("wasm/claimeven_web.wasm"))
}

/// Makes an empty folder.
fn empty(folder: &Path) -> std::io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)
}

/// Copies a folder with all that it contains. Without the folder, copies nothing.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    if !from.exists() {
        return Ok(());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy(&from, &to)?;
        } else {
            fs::copy(from, to)?;
        }
    }
    Ok(())
}
