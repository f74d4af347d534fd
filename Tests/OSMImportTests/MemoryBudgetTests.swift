import OSMImport
import Testing

@Suite struct MemoryBudgetTests {
    @Test func `the system's own words are understood`() {
        let meminfo = "MemTotal:       24610100 kB\nMemFree:        20000000 kB\nMemAvailable:   23456789 kB\n"
        #expect(MemoryBudget.memoryAvailable(meminfo: meminfo) == 23_456_789 * 1024)
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
}
