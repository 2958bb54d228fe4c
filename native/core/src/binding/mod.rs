//! How JavaScript calls the core: as an addon of Node.js, or as WebAssembly.

#[cfg(feature = "addon")]
mod addon;
#[cfg(feature = "addon")]
mod allocator;
#[cfg(target_arch = "wasm32")]
mod webassembly;
