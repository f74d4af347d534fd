// The heap of the browser's core: what Swift's arrays and the loader's buffers live in.
//
// A list of free blocks in address order: `malloc` takes the first that is large enough and gives back the rest, `free`
// joins a block with its neighbours, so memory does not crumble. When none fits, the heap grows. The core keeps few, large
// blocks (an atlas, workspaces, answers), so the walk along the list is short. One thread: a worker owns its module.
#if defined(__wasm__)

typedef __SIZE_TYPE__ size_t;

/// In front of each block; 16 bytes, so that blocks stay aligned to 16. `next` only while the block is free.
typedef struct Header {
    size_t size;
    struct Header *next;
    size_t unused[2];
} Header;

/// First byte after static data and stack; the linker defines it.
extern unsigned char __heap_base;

static const size_t alignment = 16;
static const size_t pageSize = 65536;
/// Larger requests are refused: sums of sizes and addresses below stay under 2³².
static const size_t largest = 0xfff00000;

static size_t top;
static Header *firstFree;

/// Returns `count` bytes (a multiple of 16) from the end of the heap, or 0 when the browser gives no more memory.
static void *grow(size_t count) {
    if (!top) top = ((size_t)&__heap_base + alignment - 1) & ~(alignment - 1);
    if (count > largest - top) return 0;
    // In pages: the byte count of a full memory of 4 GiB would not fit.
    size_t have = __builtin_wasm_memory_size(0), need = (top + count + pageSize - 1) / pageSize;
    if (need > have && __builtin_wasm_memory_grow(0, need - have) == (size_t)-1) return 0;
    void *block = (void *)top;
    top += count;
    return block;
}

void *malloc(size_t count) {
    if (count > largest) return 0;
    count = count ? (count + alignment - 1) & ~(alignment - 1) : alignment;
    for (Header **link = &firstFree; *link; link = &(*link)->next) {
        Header *block = *link;
        if (block->size < count) continue;
        if (block->size - count >= sizeof(Header) + 32) {
            Header *rest = (Header *)((unsigned char *)(block + 1) + count);
            rest->size = block->size - count - sizeof(Header);
            rest->next = block->next;
            block->size = count;
            *link = rest;
        } else {
            *link = block->next;
        }
        return block + 1;
    }
    Header *block = grow(count + sizeof(Header));
    if (!block) return 0;
    block->size = count;
    return block + 1;
}

static int touch(const Header *block, const Header *next) {
    return (const unsigned char *)(block + 1) + block->size == (const unsigned char *)next;
}

void free(void *address) {
    if (!address) return;
    Header *block = (Header *)address - 1, *previous = 0, **link = &firstFree;
    while (*link && *link < block) {
        previous = *link;
        link = &previous->next;
    }
    block->next = *link;
    *link = block;
    if (block->next && touch(block, block->next)) {
        block->size += sizeof(Header) + block->next->size;
        block->next = block->next->next;
    }
    if (previous && touch(previous, block)) {
        previous->size += sizeof(Header) + block->size;
        previous->next = block->next;
    }
}

/// Swift allocates through this. No type of the core is aligned to more than 16 bytes; 22 is EINVAL, 12 is ENOMEM.
int posix_memalign(void **result, size_t boundary, size_t count) {
    if (boundary > alignment) return 22;
    *result = malloc(count);
    return *result ? 0 : 12;
}

/// The loader's own buffers: an atlas and the text of questions. `allocate` gives 0 when there is no memory.
__attribute__((export_name("allocate"))) void *allocate(size_t count) { return malloc(count); }
__attribute__((export_name("deallocate"))) void deallocate(void *address) { free(address); }

#endif
