import Foundation
import Glibc

/// The memory that an import may use.
package struct MemoryBudget: Sendable, Equatable {
    /// The available memory in bytes.
    package let available: Int

    package init(available: Int) { self.available = available }

    /// No limit, for systems that do not state one.
    package static let unlimited = MemoryBudget(available: .max)

    /// The memory of any import.
    private static let fixedBytes = 64 << 20

    /// Returns the size of input that can be read with this much memory, if each byte needs `bytesPerByte`.
    func readableSize(bytesPerByte: Int) -> Int { max(0, available - Self.fixedBytes) / bytesPerByte }

    /// The memory for an edge of the street network in bytes, nearly all of it during the making of hierarchies: 840 in
    /// 16 copies of State College, 540 in Porto.
    private static let bytesPerEdge = 1000

    /// Throws if reading `share` of the objects of `inputs`, from 0 to 1, and building from them would need more memory
    /// than there is, with both numbers.
    func check(_ inputs: [InputFile], share: Double = 1) throws(ReadError) {
        try refuse(
            inputs,
            needing: inputs.reduce(Self.fixedBytes) { Self.sum($0, Self.part($1.expectedMemory, share)) })
    }

    /// Throws if making a street network with that many edges would. About a third of the reading's memory is still in
    /// use then.
    func check(_ inputs: [InputFile], share: Double = 1, streetEdges: Int) throws(ReadError) {
        let read = inputs.reduce(Self.fixedBytes) { Self.sum($0, Self.part($1.expectedMemory, share) / 3) }
        try refuse(inputs, needing: Self.sum(read, streetEdges * Self.bytesPerEdge))
    }

    private static func part(_ memory: Int, _ share: Double) -> Int {
        share < 1 ? Int(clamping: Int64((Double(memory) * share).rounded(.up))) : memory
    }

    private static func sum(_ one: Int, _ other: Int) -> Int {
        let (total, overflow) = one.addingReportingOverflow(other)
        return overflow ? .max : total
    }

    private func refuse(_ inputs: [InputFile], needing needed: Int) throws(ReadError) {
        guard needed > available else { return }
        throw ReadError(
            file: inputs.map(\.name).joined(separator: ", "),
            problem:
                "import needs about \(needed >> 20) MiB of memory, and \(max(0, available) >> 20) MiB are available",
            remedy: "stop other programs, or import a part of it with --within")
    }

    /// Returns the remaining memory of this machine, within the control groups of this process and its own limits
    /// (`ulimit -v`, `ulimit -d`).
    package static func ofThisMachine() -> MemoryBudget {
        let machine = text("/proc/meminfo").flatMap { memoryAvailable(meminfo: $0) }
        let limits = groupFolders(text("/proc/self/cgroup") ?? "").compactMap { left(inGroup: $0) }
        let own = ProcessMemory.status.map { ownLimits(status: $0) } ?? []
        return MemoryBudget(available: (limits + own + [machine].compactMap { $0 }).min() ?? .max)
    }

    /// Returns the memory that the process may still allocate, by the sizes in its `/proc/self/status` and its limits
    /// of address space and of data.
    private static func ownLimits(status: String) -> [Int] {
        [(RLIMIT_AS, "VmSize"), (RLIMIT_DATA, "VmData")].compactMap { resource, key in
            var limit = rlimit()
            guard unsafe getrlimit(Int32(resource.rawValue), &limit) == 0, limit.rlim_cur < UInt64(Int.max),
                let used = ProcessMemory.kilobytes(key, in: status)
            else { return nil }
            return Int(limit.rlim_cur) - used
        }
    }

    /// Parses the line `MemAvailable:   123 kB` of `/proc/meminfo`.
    package static func memoryAvailable(meminfo: String) -> Int? {
        ProcessMemory.kilobytes("MemAvailable", in: meminfo)
    }

    /// Returns the folders of the process's own memory group and of all groups around it (`/proc/self/cgroup`, versions
    /// 1 and 2).
    package static func groupFolders(_ groups: String) -> [String] {
        var folders: [String] = []
        for line in groups.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let isUnified = fields[1].isEmpty
            guard isUnified || fields[1].split(separator: ",").contains("memory") else { continue }
            var folder = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory"
            folders.append(folder)
            for name in fields[2].split(separator: "/") {
                folder += "/" + name
                folders.append(folder)
            }
        }
        return folders
    }

    /// Returns a group's limit less the memory in use that cannot be reclaimed; `nil` if there is no such limit.
    private static func left(inGroup folder: String) -> Int? {
        for (limitFile, usedKey) in [("memory.max", "anon"), ("memory.limit_in_bytes", "total_rss")] {
            guard
                let limit = text("\(folder)/\(limitFile)").flatMap({
                    Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
                })
            else {
                continue
            }
            let used = (text("\(folder)/memory.stat") ?? "").split(separator: "\n").lazy
                .map { $0.split(separator: " ") }.first { $0.first == usedKey[...] }?.last.flatMap { Int($0) }
            return limit - (used ?? 0)
        }
        return nil
    }

    private static func text(_ path: String) -> String? {
        // These files do not exist on other systems and in some containers; they then set no limit.
        try? String(contentsOfFile: path, encoding: .utf8)
    }
}
