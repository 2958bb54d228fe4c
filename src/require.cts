/** What `require('platen')` gets: the library awaits WebAssembly as it loads, which `require` cannot wait for. */

throw new Error("platen is an ES module: load it with import, or in CommonJS with await import('platen')");
