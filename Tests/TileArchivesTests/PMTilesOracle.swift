import Foundation
import TestSupport
import Testing

/// Protomaps' own reader (PyPI pmtiles), in the virtual environment of the tests.
enum PMTilesOracle {
    struct Answer: Decodable {
        let header: [String: Int]
        let metadata: String
        /// How many tiles it found.
        let tiles: Int
        /// What it found wrong.
        let faults: [String]
    }

    /// Lets it read every tile of the archive at `path`, once through the directories and once each by its address.
    /// `content` is a Python expression for the right content of tile (z, x, y), which found `data`; `file(z, x, y)`
    /// reads the file `z-x-y` beside the archive.
    static func read(_ path: String, content: String) throws -> Answer {
        let script = """
            import enum, gzip, json, os, sys
            from pmtiles.reader import MmapSource, Reader, all_tiles
            path, folder = sys.argv[1:]
            def file(z, x, y):
                name = f"{folder}/{z}-{x}-{y}"
                return open(name, "rb").read() if os.path.exists(name) else None
            source, faults, count = MmapSource(open(path, "rb")), [], 0
            reader = Reader(source)
            for (z, x, y), data in all_tiles(source):
                count += 1
                if data != (\(content)): faults.append(f"{z}/{x}/{y} differs")
                if count % 97 == 0 and reader.get(z, x, y) != data: faults.append(f"{z}/{x}/{y} is not found")
            def number(value): return value.value if isinstance(value, enum.Enum) else int(value)
            header = {name: number(value) for name, value in reader.header().items()}
            metadata = json.dumps(reader.metadata())
            print(json.dumps({"header": header, "metadata": metadata, "tiles": count, "faults": faults[:9]}))
            """
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: Repository.path + "/.venv/bin/python")
        process.arguments = ["-c", script, path, URL(filePath: path).deletingLastPathComponent().path]
        process.standardOutput = output
        try process.run()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try JSONDecoder().decode(Answer.self, from: answer)
    }
}
