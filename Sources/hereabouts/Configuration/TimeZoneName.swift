import FoundationEssentials
import Glibc

/// Names of time zones in the machine's time zone database.
enum TimeZoneName {
    /// The C library takes any name, and tells Greenwich's time where it knows none: so we look ourselves.
    static func isKnown(_ name: String) -> Bool {
        if name == "UTC" { return true }
        let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return false }
        var isFolder = false
        return FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder) && !isFolder
    }

    /// The zone of this process where nothing was configured; `nil` where it has no name.
    static var ofMachine: String? {
        if let name = ProcessInfo.processInfo.environment["TZ"] {
            let name = name.hasPrefix(":") ? String(name.dropFirst()) : name
            return isKnown(name) ? name : nil
        }
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime"),
            let folder = path.firstRange(of: "/zoneinfo/")
        else { return nil }
        let name = String(path[folder.upperBound...])
        return isKnown(name) ? name : nil
    }

    /// Makes a zone this process's. Before threads read the local time, once.
    static func apply(_ name: String) {
        setenv("TZ", name, 1)
        tzset()
    }
}
