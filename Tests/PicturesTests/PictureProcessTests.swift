import Foundation
import Pictures
import Testing

/// The process itself: the program as it was built beside these tests.
@Suite struct PictureProcessTests {
    private static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "hereabouts").path(percentEncoded: false)

    private func process(_ program: String = PictureProcessTests.program, _ arguments: [String] = ["picture"])
        -> PictureProcess
    { PictureProcess(program: program, arguments: arguments, patience: .seconds(600)) }

    @Test(arguments: [
        Made.jpeg(1600, 1200, exif: 6), Made.png(700, 500), Made.png(700, 500, isClear: true), Made.webP(700, 500),
    ])
    func `a picture comes back as the maker here makes it`(file: [UInt8]) async throws {
        #expect(try await process().renditions(of: file) == DirectPictureMaker().renditions(of: file))
    }

    @Test func `an edition comes back as the maker here makes it`() async throws {
        let file = Made.noise(300)
        for bytes in [98_304, 8000] {
            #expect(
                try await process().edition(of: file, within: bytes)
                    == DirectPictureMaker().edition(of: file, within: bytes))
        }
        await #expect(throws: PictureFault.tooLarge) { try await process().edition(of: file, within: 20) }
        // A process that makes all sizes, whatever it is asked for.
        let all = PictureProcess(
            program: "/bin/sh", arguments: ["-c", "exec \(Self.program) picture"], patience: .seconds(600))
        await #expect(throws: PictureFault.broken) { try await all.edition(of: Made.jpeg(900, 600), within: 98_304) }
    }

    @Test func `a refusal comes back unchanged`() async throws {
        await #expect(throws: PictureFault.damaged) { try await process().renditions(of: Array(Made.png(9, 9)[..<40])) }
        await #expect(throws: PictureFault.unknownFormat) { try await process().renditions(of: [1, 2, 3]) }
    }

    @Test func `a process that fails, or talks nonsense, makes a refusal`() async throws {
        for program in ["/bin/false", "/bin/true", "/bin/cat"] {
            await #expect(throws: PictureFault.broken, "\(program)") {
                try await process(program, []).renditions(of: Made.png(9, 9))
            }
        }
    }

    @Test func `a process that talks without end, or says nothing, is ended`() async throws {
        let cases: [(String, [String], PictureFault)] = [
            ("/usr/bin/yes", [], .broken), ("/bin/sleep", ["1000"], .unanswered),
            ("/bin/sh", ["-c", "kill -XCPU $$"], .tooSlow), ("/bin/sh", ["-c", "kill -SEGV $$"], .broken),
            // The output of a process that the system does not confine.
            ("/usr/bin/printf", ["\\010"], .unconfined),
        ]
        for (program, arguments, fault) in cases {
            let process = PictureProcess(
                program: program, arguments: arguments,
                patience: fault == .unanswered ? .milliseconds(300) : .seconds(600))
            await #expect(throws: fault, "\(program)") {
                try await process.renditions(of: Made.png(9, 9))
            }
        }
    }

    @Test func `several at once are all answered`() async throws {
        let process = process(), file = Made.jpeg(200, 100)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await process.renditions(of: file).count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 1, count: 8))
    }

    @Test(.timeLimit(.minutes(1))) func `a process ends with the task that waits for it`() async throws {
        let note = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path(percentEncoded: false)
        defer { unlink(note) }
        let process = PictureProcess(
            program: "/bin/sh", arguments: ["-c", "echo $$ > \(note); exec sleep 1000"], patience: .seconds(900))
        let task = Task { try await process.renditions(of: Made.png(9, 9)) }
        var number: pid_t?
        while number == nil {
            number = (try? String(contentsOfFile: note, encoding: .utf8)).flatMap { text in
                text.last == "\n" ? pid_t(text.dropLast()) : nil
            }
            await Task.yield()
        }
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
        #expect(kill(try #require(number), 0) == -1 && errno == ESRCH)
    }
}
