/** The CommonJS entry point: an error, as the library awaits WebAssembly while it loads, which `require` cannot. */

throw new Error("platen is an ES module: load it with import, or in CommonJS with await import('platen')");
