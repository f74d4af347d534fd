import Foundation
import Glibc
import Pictures
import Testing

/// In processes of their own: a confined process stays confined.
@Suite struct ConfinementTests {
    /// How a process says that it came this far.
    private static let reached: CInt = 77

    @Test func `the calls that decoding needs are allowed`() async {
        await #expect(processExitsWith: .exitCode(77)) {
            try Confinement.confine(memory: 1 << 40)
            // More memory, the clock, and random numbers.
            guard let room = malloc(64 << 20) else { _exit(1) }
            memset(room, 1, 64 << 20)
            free(room)
            _ = UInt64.random(in: 0...UInt64.max)
            _exit(ConfinementTests.reached)
        }
    }

    @Test func `a file cannot be opened`() async {
        await #expect(processExitsWith: .signal(SIGSYS)) {
            try Confinement.confine()
            _ = open("/etc/hostname", O_RDONLY)
            _exit(ConfinementTests.reached)
        }
    }

    @Test func `a connection cannot be made`() async {
        await #expect(processExitsWith: .signal(SIGSYS)) {
            try Confinement.confine()
            _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            _exit(ConfinementTests.reached)
        }
    }

    @Test func `a program cannot be started`() async {
        await #expect(processExitsWith: .exitCode(77)) {
            try Confinement.confine()
            var child = pid_t()
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
            _exit(posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil) == EPERM ? ConfinementTests.reached : 1)
        }
        await #expect(processExitsWith: .signal(SIGSYS)) {
            try Confinement.confine()
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
            _ = execv("/bin/true", &arguments)
            _exit(ConfinementTests.reached)
        }
    }

    @Test func `another process cannot be reached, and open files cannot be passed on`() async {
        await #expect(processExitsWith: .signal(SIGSYS)) {
            try Confinement.confine()
            _ = kill(1, 0)
            _exit(ConfinementTests.reached)
        }
        await #expect(processExitsWith: .signal(SIGSYS)) {
            try Confinement.confine()
            _ = dup(0)
            _exit(ConfinementTests.reached)
        }
    }

    @Test func `more memory than the limit is not to be had`() async {
        await #expect(processExitsWith: .exitCode(77)) {
            try Confinement.confine()
            let room = mmap(nil, PictureLimits.memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            _exit(room == MAP_FAILED ? ConfinementTests.reached : 1)
        }
    }

    @Test func `computing ends at its time limit`() async throws {
        var status: ExitStatus?
        // Another thread of the test may open a file before the time is noticed to be up, and be ended for that: then
        // once more.
        for _ in 0..<5 where status == nil || status == .signal(SIGSYS) {
            status = await #expect(processExitsWith: .failure) {
                // Its time is up when the limit comes, and its last is not.
                while clock() < 1_200_000 {}
                try Confinement.confine(memory: 1 << 40, seconds: 1)
                while clock() >= 0 {}
            }?.exitStatus
        }
        #expect(status == .signal(SIGXCPU))
    }

    @Test func `a process that cannot set its limits stops`() async {
        await #expect(processExitsWith: .exitCode(77)) {
            // Less than the limits that are asked for, and nobody but the system's owner may have more again.
            var files = rlimit(rlim_cur: 2, rlim_max: 2)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
            if geteuid() == 0 { _ = setuid(65_534) }
            do {
                try Confinement.confine()
                _exit(1)
            } catch {
                _exit(ConfinementTests.reached)
            }
        }
    }
}
