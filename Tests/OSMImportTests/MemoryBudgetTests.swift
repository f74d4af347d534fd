import OSMImport
import TestSupport
import Testing

@Suite struct MemoryBudgetTests {
    @Test func `the system's own words are understood`() {
        let meminfo = "MemTotal:       24610100 kB\nMemFree:        20000000 kB\nMemAvailable:   23456789 kB\n"
        #expect(MemoryBudget.memoryAvailable(meminfo: meminfo) == 23_456_789 * 1024)
        // From eight digits on `/proc/self/status` has nothing but a tab before them.
        #expect(MemoryBudget.memoryAvailable(meminfo: "MemAvailable:\t12345678 kB\n") == 12_345_678 * 1024)
        #expect(MemoryBudget.memoryAvailable(meminfo: "MemAvailable:\t 1234567 kB\n") == 1_234_567 * 1024)
        #expect(MemoryBudget.memoryAvailable(meminfo: "MemTotal: 5 kB\n") == nil)
        #expect(MemoryBudget.memoryAvailable(meminfo: "MemAvailable: lots kB\n") == nil)
    }

    @Test func `the control groups of both versions are found, with all around them`() {
        #expect(
            MemoryBudget.groupFolders("0::/user.slice/app\n")
                == ["/sys/fs/cgroup", "/sys/fs/cgroup/user.slice", "/sys/fs/cgroup/user.slice/app"])
        #expect(
            MemoryBudget.groupFolders("9:name=systemd:/\n4:cpu,memory:/docker/1\n1:cpuset:/\n")
                == ["/sys/fs/cgroup/memory", "/sys/fs/cgroup/memory/docker", "/sys/fs/cgroup/memory/docker/1"])
        #expect(MemoryBudget.groupFolders("").isEmpty)
    }

    @Test func `this machine has some memory left`() {
        #expect(MemoryBudget.ofThisMachine().available > 1 << 20)
    }

    /// Many short ways between the same two nodes.
    private func ways(_ key: String) -> [UInt8] {
        var map = HandMade()
        map.node(1, 60, 25)
        map.node(2, 60, 25.001)
        for id in 1...5000 { map.way(Int64(id), [1, 2], key == "highway" ? ["highway": "path"] : ["railway": "rail"]) }
        return map.pbf()
    }

    @Test func `a street network too large for memory is refused before it is made`() throws {
        // Room to read the extract, and for half of what 5000 edges take.
        let memory = MemoryBudget(available: 66 << 20)
        #expect(throws: ReadError.self) {
            try OSMReader.read(bytes: ways("highway"), name: "streets", memory: memory)
        }
        #expect(try OSMReader.read(bytes: ways("railway"), name: "rails", memory: memory).data.ways.count == 5000)
    }
}
