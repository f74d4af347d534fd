import Atlas
import Glibc

/// Reads the system's figures about this process, under the names of Prometheus's own libraries
/// (prometheus.io/docs/instrumenting/writing_clientlibs, "Process metrics").
enum ProcessFigures {
    /// The figures that this system provides.
    static var gauges: [Metrics.Gauge] {
        var gauges: [Metrics.Gauge] = []
        func add(_ name: String, _ help: String, kind: String = "gauge", _ value: String?) {
            if let value { gauges.append(Metrics.Gauge(name: name, help: help, kind: kind, value: value)) }
        }
        add("process_start_time_seconds", "When the process started, in seconds since 1970.", startTime)
        add(
            "process_cpu_seconds_total", "Processor time, user and system.", kind: "counter",
            processorTime)
        let memory = memory
        add("process_virtual_memory_bytes", "Virtual memory.", memory["VmSize"].map { "\($0)" })
        add("process_resident_memory_bytes", "Resident memory.", memory["VmRSS"].map { "\($0)" })
        add("process_open_fds", "Open file descriptors.", openFiles.map { "\($0)" })
        add("process_max_fds", "The most file descriptors that may be open.", mostFiles.map { "\($0)" })
        add(
            "hereabouts_memory_private_bytes", "Resident private memory.",
            memory["RssAnon"].map { "\($0)" })
        add(
            "hereabouts_memory_file_bytes", "Resident memory of mapped files, the atlas's among them.",
            memory["RssFile"].map { "\($0)" })
        return gauges
    }

    /// The start of the process, in seconds since 1970: the system's start plus the ticks since then (proc(5),
    /// `/proc/pid/stat`).
    private static var startTime: String? {
        guard let system = text("/proc/stat"), let own = text("/proc/self/stat") else { return nil }
        let boot = system.split(separator: "\n").first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) }
        // The program's name is in parentheses and may hold anything. The start is the 22nd field, the 20th after the
        // name.
        let fields = own[(own.lastIndex(of: ")") ?? own.startIndex)...].dropFirst(2).split(separator: " ")
        let ticks = sysconf(Int32(_SC_CLK_TCK))
        guard let boot, fields.count > 19, let start = Double(fields[19]), ticks > 0 else { return nil }
        return "\(boot + start / Double(ticks))"
    }

    private static var processorTime: String? {
        var usage = rusage()
        guard unsafe getrusage(Int32(RUSAGE_SELF.rawValue), &usage) == 0 else { return nil }
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        return "\(Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6)"
    }

    /// Amounts of memory in bytes, by their names in `/proc/self/status`.
    private static var memory: [String: Int] {
        var memory: [String: Int] = [:]
        for line in text("/proc/self/status")?.split(separator: "\n") ?? [] {
            let parts = line.split(whereSeparator: \.isWhitespace)
            guard parts.count == 3, parts[2] == "kB", let kibibytes = Int(parts[1]) else { continue }
            memory[String(parts[0].dropLast())] = kibibytes * 1024
        }
        return memory
    }

    private static var openFiles: Int? {
        guard let folder = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        // Without `.`, `..` and the folder itself.
        return count - 3
    }

    private static var mostFiles: UInt? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return limit.rlim_cur
    }

    /// Returns a file of `/proc`, whose size is unknown before it is read.
    private static func text(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = [], piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(descriptor, &piece, piece.count)
            guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
            bytes += piece[..<count]
        }
    }
}
