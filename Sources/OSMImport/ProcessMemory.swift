import Foundation

/// The memory of this process, as the system states it.
enum ProcessMemory {
    /// `/proc/self/status`; `nil` on systems without it.
    static var status: String? { try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) }

    /// Returns the largest memory and the largest address space of the process so far, in bytes; 0 if the system does
    /// not state them.
    static func peaks() -> (memory: Int, addresses: Int) {
        let status = status ?? ""
        return (kilobytes("VmHWM", in: status) ?? 0, kilobytes("VmPeak", in: status) ?? 0)
    }

    /// Parses a line such as `VmSize:   123 kB`; returns bytes. A long number follows its tab without a blank.
    static func kilobytes(_ key: String, in lines: String) -> Int? {
        for line in lines.split(separator: "\n") where line.hasPrefix(key + ":") {
            return line.split { $0 == " " || $0 == "\t" }.dropLast().last.flatMap { Int($0) }.map { $0 * 1024 }
        }
        return nil
    }
}
