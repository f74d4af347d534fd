// The memory functions that compilers call by name. The builtins become WebAssembly's own bulk instructions.
#if defined(__wasm__)

typedef __SIZE_TYPE__ size_t;

void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *left, const void *right, size_t count) {
    const unsigned char *a = left, *b = right;
    for (; count; count--, a++, b++)
        if (*a != *b) return *a - *b;
    return 0;
}

/// Debug builds print the reason of a trap. The core imports nothing, so there is nowhere to print to.
int putchar(int character) { return character; }

#endif
