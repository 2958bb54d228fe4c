//! How JavaScript calls the core: as an addon of Node.js, or as WebAssembly.

#[cfg(feature = "addon")]
mod addon;
mod allocator;
#[cfg(target_arch = "wasm32")]
mod webassembly;

#[cfg(all(test, feature = "addon"))]
pub use addon::unwind_without_memory;
