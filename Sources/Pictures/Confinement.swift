import CSeccomp
import Glibc

/// Gives up what decoding a picture does not need, for good.
package enum Confinement {
    /// Limits this process's memory in bytes and its time in seconds of computing, and leaves it no system calls but
    /// those that read and write what is open and manage its memory (seccomp). Others fail, as libraries expect of
    /// systems that lack them; one that nobody makes by accident, such as opening a file, ends the process at once.
    /// Throws when the system does not do all of that: then nothing may be decoded.
    package static func confine(
        memory: Int = PictureLimits.memory, seconds: Int = PictureLimits.seconds
    ) throws(ConfinementFault) {
        try limit(Int32(RLIMIT_AS.rawValue), memory)
        // First the signal that says why, a second later the one that cannot be ignored.
        try limit(Int32(RLIMIT_CPU.rawValue), seconds, beforeEnd: seconds + 1)
        try limit(Int32(RLIMIT_CORE.rawValue), 0)
        try limit(Int32(RLIMIT_FSIZE.rawValue), 0)
        try limit(Int32(RLIMIT_NOFILE.rawValue), 3)
        // SCMP_ACT_ERRNO(EPERM) and SCMP_ACT_KILL_PROCESS, macros with casts.
        let refuse = 0x0005_0000 | UInt32(EPERM), end: UInt32 = 0x8000_0000
        guard let filter = unsafe seccomp_init(refuse) else { throw ConfinementFault() }
        defer { unsafe seccomp_release(filter) }
        // Of all threads, should there be more than this one.
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

    /// Making threads is not among them: a library may try that in passing, and does without.
    private static let deadly = [
        "open", "openat", "openat2", "creat", "socket", "connect", "sendto", "sendmsg", "fork", "vfork", "execve",
        "execveat", "kill", "tkill", "ptrace", "dup", "dup2", "dup3",
    ]

    /// Sets a limit, and another at which the process ends whatever it does; the same unless told.
    private static func limit(
        _ resource: __rlimit_resource_t, _ amount: Int, beforeEnd end: Int? = nil
    ) throws(ConfinementFault) {
        var limit = rlimit(rlim_cur: rlim_t(amount), rlim_max: rlim_t(end ?? amount))
        guard unsafe setrlimit(resource, &limit) == 0 else { throw ConfinementFault() }
    }
}

/// The system does not confine this process.
package struct ConfinementFault: Error {}
