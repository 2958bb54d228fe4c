use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(has_alloc_error_hook)");
    if env::var_os("CARGO_FEATURE_ADDON").is_some() {
        napi_build::setup();
        if has_alloc_error_hook() {
            println!("cargo::rustc-cfg=has_alloc_error_hook");
        }
    }
}

/// `std::alloc::set_alloc_error_hook` is not stable, and may be missing in another version of Rust.
fn has_alloc_error_hook() -> bool {
    let folder = env::var_os("OUT_DIR").expect("cargo sets it");
    let probe = Path::new(&folder).join("probe.rs");
    let source = "#![feature(alloc_error_hook)]
        pub fn probe() { std::alloc::set_alloc_error_hook(|_| panic!()); }";
    let is_written = fs::write(&probe, source).is_ok();
    let compiler = env::var_os("RUSTC").expect("cargo sets it");
    let mut command = Command::new(compiler);
    command
        .args(["--crate-name=platen_core", "--crate-type=lib", "--emit=metadata", "--out-dir"])
        .arg(&folder)
        .arg(&probe);
    is_written && command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
