import FoundationEssentials
import Glibc

/// Names of time zones in the machine's time zone database.
enum TimeZoneName {
    /// Whether the machine knows a zone. The C library accepts any name and uses Greenwich time for unknown ones, so
    /// this looks in the database.
    static func isKnown(_ name: String) -> Bool {
        if name == "UTC" { return true }
        let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return false }
        var isFolder = false
        return FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder) && !isFolder
    }

    /// The zone of this process if none was configured; `nil` if it has no name.
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

    /// Sets the zone of this process. Call it once, before any thread reads the local time.
    static func apply(_ name: String) {
        setenv("TZ", name, 1)
        tzset()
    }
}
