import CLinux

/// What the C library's allocator does with freed memory.
///
/// An import frees most of its memory with each phase, and needs it in other sizes in the next. Left alone, the
/// allocator keeps it: its threshold for blocks of their own rises to 32 MB as blocks are freed, and each thread has an
/// arena.
package enum FreedMemory {
    /// Blocks of this many bytes and more go back to the system at once.
    private static let largeBlock = 1 << 20
    /// The free bytes that the heap may keep at its end.
    private static let spare = 16 << 20

    /// Makes the allocator give back freed memory from now on; for a process that imports and ends.
    package static func giveBackAtOnce() {
        linux_give_back_when_freed(Int32(largeBlock), Int32(spare), Int32(Parallel.coreCount))
    }

    /// Gives back what is free now; after a phase, which takes some milliseconds.
    static func giveBack() { linux_give_back_freed() }
}
