import CSeccomp
import Glibc

/// Permanently drops all rights that decoding a picture does not need.
package enum Confinement {
    /// Limits this process's memory in bytes and its computing time in seconds, and its system calls by seccomp.
    /// Allowed calls read and write open files and manage memory.
    ///
    /// Most other calls fail, as libraries expect on systems without them. A call that never happens by accident, such
    /// as opening a file, ends the process at once. Throws if the system cannot do all of that; the caller must then
    /// decode nothing.
    package static func confine(
        memory: Int = PictureLimits.memory, seconds: Int = PictureLimits.seconds
    ) throws(ConfinementFault) {
        try limit(Int32(RLIMIT_AS.rawValue), memory)
        // The first signal names the cause; the second, a second later, cannot be ignored.
        try limit(Int32(RLIMIT_CPU.rawValue), seconds, beforeEnd: seconds + 1)
        try limit(Int32(RLIMIT_CORE.rawValue), 0)
        try limit(Int32(RLIMIT_FSIZE.rawValue), 0)
        try limit(Int32(RLIMIT_NOFILE.rawValue), 3)
        // SCMP_ACT_ERRNO(EPERM) and SCMP_ACT_KILL_PROCESS, macros with casts.
        let refuse = 0x0005_0000 | UInt32(EPERM), end: UInt32 = 0x8000_0000
        guard let filter = unsafe seccomp_init(refuse) else { throw ConfinementFault() }
        defer { unsafe seccomp_release(filter) }
        // Applies to all threads, if there is more than this one.
        guard unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 else { throw ConfinementFault() }
        for (names, action) in [(allowed, UInt32(SCMP_ACT_ALLOW)), (deadly, end)] {
            for name in names {
                let call = unsafe seccomp_syscall_resolve_name(name)
                guard unsafe seccomp_rule_add_array(filter, action, call, 0, nil) == 0 else { throw ConfinementFault() }
            }
        }
        guard unsafe seccomp_load(filter) == 0 else { throw ConfinementFault() }
    }

    private static let allowed = [
        "read", "write", "brk", "mmap", "munmap", "mremap", "mprotect", "madvise", "futex", "rt_sigreturn",
        "rt_sigprocmask",
        "sched_yield", "getrandom", "clock_gettime", "exit", "exit_group",
    ]

    /// Making threads is not in the list: a library may try that and continue without.
    private static let deadly = [
        "open", "openat", "openat2", "creat", "socket", "connect", "sendto", "sendmsg", "fork", "vfork", "execve",
        "execveat", "kill", "tkill", "ptrace", "dup", "dup2", "dup3",
    ]

    /// Sets a soft limit, and a hard limit at which the process ends; by default both are the same.
    private static func limit(
        _ resource: __rlimit_resource_t, _ amount: Int, beforeEnd end: Int? = nil
    ) throws(ConfinementFault) {
        var limit = rlimit(rlim_cur: rlim_t(amount), rlim_max: rlim_t(end ?? amount))
        guard unsafe setrlimit(resource, &limit) == 0 else { throw ConfinementFault() }
    }
}

/// The system cannot confine this process.
package struct ConfinementFault: Error {}
