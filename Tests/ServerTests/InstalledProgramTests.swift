import Foundation
import TestSupport
import Testing

/// The program away from the folder that it was built in.
@Suite struct InstalledProgramTests {
    private let folder: TemporaryFolder
    private let program: String

    /// Copies the program, which is built beside the tests, into the `bin` of a folder outside the project's.
    init() throws {
        folder = try TemporaryFolder(in: FileManager.default.temporaryDirectory.path)
        let built = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "hereabouts")
        program = try folder.write("opt/bin/hereabouts", [])
        try FileManager.default.removeItem(atPath: program)
        try FileManager.default.copyItem(atPath: built.path, toPath: program)
        try folder.write("town.osm.pbf", Town.extract.pbf())
    }

    /// Runs it in a folder of the test's, with nothing in its environment.
    private func run(in name: String = "", _ arguments: String...) async throws -> (output: String, errors: String) {
        let process = Process(), output = Pipe(), errors = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder.file(name))
        process.environment = [:]
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        return try await RawConnection.onThread {
            let written = output.fileHandleForReading.readDataToEndOfFile()
            let complained = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (String(decoding: written, as: UTF8.self), String(decoding: complained, as: UTF8.self))
        }
    }

    /// The folder of the page that a server would serve which is started in a folder of the test's.
    private func page(in name: String = "") async throws -> String? {
        try await run(in: name, "serve", "--print-config").output.split(separator: "\n")
            .first { $0.hasPrefix("web = ") }.map { String($0.dropFirst("web = ".count)) }
    }

    @Test func `the page is found where the program is installed, before that of the working folder`() async throws {
        #expect(try await page() == nil)
        try folder.write("other/Web/index.html", "<p>a site of its own".utf8)
        #expect(try await page(in: "other") == "Web")
        try folder.write("opt/share/hereabouts/Web/index.html", "<p>the page".utf8)
        let installed = URL(filePath: folder.file("opt/share/hereabouts/Web")).resolvingSymlinksInPath().path
        #expect(try await page() == installed)
        #expect(try await page(in: "other") == installed)
    }

    @Test func `an operator can switch the page off, and the settings show it`() async throws {
        try folder.write("opt/share/hereabouts/Web/index.html", "<p>the page".utf8)
        let shown = try await run("serve", "--print-config", "--web", "off").output
        #expect(shown.split(separator: "\n").contains("web = off"))
        try folder.write("off.conf", shown.utf8)
        #expect(try await run("serve", "--print-config", "--config", "off.conf").output == shown)
    }

    @Test func `a demo without the sample place is refused in one line`() async throws {
        let errors = try await run("demo", "--port", "0").errors
        #expect(errors.hasPrefix("hereabouts: the sample is not in "), "\(errors)")
        #expect(errors.split(separator: "\n").count == 1)
    }

    @Test func `the tables for imports are found where the program is installed`() async throws {
        let without = try await run("import", "town.osm.pbf", "-o", "town.atlas").errors
        #expect(without.contains("opening hours ignore public holidays"))
        try folder.write("opt/share/hereabouts/holidays.txt", "FI 2026 2027 20454 5\n".utf8)
        let with = try await run("import", "town.osm.pbf", "-o", "town.atlas").errors
        #expect(!with.contains("public holidays") && with.contains("--country-table"), "\(with)")
    }
}
