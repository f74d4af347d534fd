import CLinux
import GeoCore
import Glibc
package import Mesh

/// The machine's clocks.
package struct HostClock: Sendable {
    private let start = ContinuousClock.now
    private let isTrusted: Bool
    private let systemVouches: @Sendable () -> Bool

    /// `isTrusted`: the operator says that the clock is right, whatever the system says.
    package init(isTrusted: Bool = false, systemVouches: @escaping @Sendable () -> Bool = HostClock.systemVouches) {
        (self.isTrusted, self.systemVouches) = (isTrusted, systemVouches)
    }

    package var now: MeshInstant { MeshInstant(steady: steady, clock: Self.clock) }

    private var steady: Milliseconds {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    private static var clock: Timestamp {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
        return Timestamp(time.tv_sec) * 1000 + Timestamp(time.tv_nsec) / 1_000_000
    }

    /// Whether the clock can be believed.
    package var isSet: Bool { isTrusted || systemVouches() }

    /// Whether the kernel says that the clock was set by others, or a chip kept the time while the machine was off. A
    /// board without such a chip starts at some old time.
    @Sendable package static func systemVouches() -> Bool {
        unsafe linux_clock_is_set() != 0 || access("/sys/class/rtc/rtc0", F_OK) == 0
    }
}

/// How much room is left on the disk of a folder.
enum DiskRoom {
    /// In bytes; `nil` where the system does not say.
    static func free(at path: String) -> Int? {
        var about = statvfs()
        guard unsafe statvfs(path, &about) == 0 else { return nil }
        return Int(
            clamping: UInt64(about.f_bavail).multipliedReportingOverflow(by: UInt64(about.f_frsize)).partialValue)
    }
}
