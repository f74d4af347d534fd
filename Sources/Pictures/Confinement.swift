import CSeccomp
import Glibc

/// Gives up what decoding a picture does not need, for good.
enum Confinement {
    /// Limits this process's memory and time, and leaves it no system calls but those that read and write what is open and manage
    /// its memory (seccomp). Throws when the system does not do that: then nothing may be decoded.
    static func confine() throws(ConfinementFault) {
        limit(Int32(RLIMIT_AS.rawValue), PictureLimits.memory)
        limit(Int32(RLIMIT_CPU.rawValue), PictureLimits.seconds)
        limit(Int32(RLIMIT_CORE.rawValue), 0)
        limit(Int32(RLIMIT_FSIZE.rawValue), 0)
        limit(Int32(RLIMIT_NOFILE.rawValue), 3)
        let refusal = 0x0005_0000 | UInt32(EPERM)  // SCMP_ACT_ERRNO(EPERM), a macro with an argument.
        guard let filter = unsafe seccomp_init(refusal) else { throw ConfinementFault() }
        defer { unsafe seccomp_release(filter) }
        for name in allowed {
            let call = unsafe seccomp_syscall_resolve_name(name)
            guard unsafe seccomp_rule_add_array(filter, UInt32(SCMP_ACT_ALLOW), call, 0, nil) == 0 else {
                throw ConfinementFault()
            }
        }
        guard unsafe seccomp_load(filter) == 0 else { throw ConfinementFault() }
    }

    private static let allowed = [
        "read", "write", "brk", "mmap", "munmap", "mremap", "mprotect", "madvise", "futex", "rt_sigreturn",
        "rt_sigprocmask",
        "sched_yield", "getrandom", "clock_gettime", "exit", "exit_group",
    ]

    private static func limit(_ resource: __rlimit_resource_t, _ amount: Int) {
        var limit = rlimit(rlim_cur: rlim_t(amount), rlim_max: rlim_t(amount))
        unsafe setrlimit(resource, &limit)
    }
}

/// The system does not confine this process.
struct ConfinementFault: Error {}
