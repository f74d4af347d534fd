// What Embedded Swift expects from a C library on bare WebAssembly is defined in support.c; nothing is called from Swift.
