import Glibc
import Subprocess
import SystemPackage

/// Makes pictures in separate processes. A decoder that a stranger's bytes take over can neither read nor write files,
/// nor exceed its memory and time, and harms no other process.
///
/// The callers limit the number of simultaneous processes.
package struct PictureProcess: PictureMaker {
    /// The maximum number of bytes of an answer.
    private static let answerBytes = 8 << 20

    private let program: String
    private let arguments: [String]
    private let patience: Duration

    /// Sets the `program` to run with `arguments`; it must call `PictureProcess.serve()`.
    ///
    /// A process without an answer after `patience` is ended, and so is the process of a cancelled task.
    package init(program: String, arguments: [String], patience: Duration = .seconds(30)) {
        self.program = program
        self.arguments = arguments
        self.patience = patience
    }

    package func renditions(of file: [UInt8]) async throws -> [Rendition] { try await answer(to: file, []) }

    package func edition(of file: [UInt8], within bytes: Int) async throws -> Rendition {
        let renditions = try await answer(to: file, [Self.within, "\(bytes)"])
        guard let edition = renditions.first, renditions.count == 1, edition.bytes.count <= bytes else {
            throw PictureFault.broken
        }
        return edition
    }

    /// The argument before the greatest number of bytes.
    private static let within = "--within"

    private func answer(to file: [UInt8], _ more: [String]) async throws -> [Rendition] {
        guard file.count <= PictureLimits.bytes else { throw PictureFault.tooLarge }
        guard PictureFormat(file) != nil else { throw PictureFault.unknownFormat }
        return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { try await run(file, more) }
            group.addTask { [patience] in
                try await Task.sleep(for: patience)
                return nil
            }
            // The first to finish wins; the other is cancelled, which ends the process.
            defer { group.cancelAll() }
            guard let first = try await group.next(), let answer = first else { throw PictureFault.unanswered }
            return try PictureAnswer.read(answer)
        }
    }

    private func run(_ file: [UInt8], _ more: [String]) async throws -> [UInt8] {
        let input = try Self.input(file)
        do {
            let result = try await Subprocess.run(
                .path(FilePath(program)), arguments: .init(arguments + more), environment: .custom([:]), input: input,
                output: .bytes(limit: Self.answerBytes), error: .discarded)
            switch result.terminationStatus {
            case .exited(0): return result.standardOutput
            case .signaled(SIGXCPU): throw PictureFault.tooSlow
            default: throw PictureFault.broken
            }
        } catch let error as SubprocessError
            where [.outputLimitExceeded, .failedToReadFromSubprocess].contains(error.code)
        {
            throw PictureFault.broken  // The answer was too long, or incomplete.
        }
    }

    /// Returns the bytes as an unnamed file in memory. A pipe would not do: the process may end before it has read
    /// everything, and writing to the pipe would then fail.
    private static func input(_ file: [UInt8]) throws(PictureFault) -> FileDescriptorInput {
        var path = Array("/dev/shm/hereabouts-XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&path)
        guard descriptor >= 0 else { throw .busy }
        unsafe unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var start = 0
        while start < file.count {
            // Inside: `start` is below the count.
            let count = unsafe file.withUnsafeBytes { bytes in
                unsafe write(descriptor, bytes.baseAddress! + start, bytes.count - start)
            }
            guard count > 0 else {
                close(descriptor)
                throw .busy
            }
            start += count
        }
        lseek(descriptor, 0, SEEK_SET)
        return .fileDescriptor(FileDescriptor(rawValue: descriptor), closeAfterSpawningProcess: true)
    }

    /// The main function of such a process: reads a picture from standard input, and writes the answer to standard
    /// output. `bytes`: makes one edition with at most so many.
    package static func serve(within bytes: Int?) {
        // Answering requests comes first: a large picture keeps a core busy for a second.
        _ = nice(10)
        do throws(ConfinementFault) {
            try Confinement.confine()
        } catch {
            return say(PictureAnswer.bytes(.unconfined))
        }
        var file: [UInt8] = []
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { unsafe room.deallocate() }
        while file.count <= PictureLimits.bytes {
            let count = unsafe read(STDIN_FILENO, room.baseAddress, room.count)
            guard count > 0 else { break }
            unsafe file.append(contentsOf: room[..<count])
        }
        let answer: [UInt8]
        do throws(PictureFault) {
            let maker = DirectPictureMaker()
            let renditions =
                if let bytes { [try maker.edition(of: file, within: bytes)] } else { try maker.renditions(of: file) }
            answer = PictureAnswer.bytes(renditions)
        } catch {
            answer = PictureAnswer.bytes(error)
        }
        say(answer)
    }

    private static func say(_ answer: [UInt8]) {
        var start = 0
        while start < answer.count {
            let count = unsafe answer.withUnsafeBytes {
                unsafe write(STDOUT_FILENO, $0.baseAddress! + start, $0.count - start)
            }
            guard count > 0 else { return }
            start += count
        }
    }
}
