// Nothing to import: Embedded Swift finds these functions by name when it links. See allocator.c, memory.c, rounding.c.
