import Glibc

/// Which file a path leads to.
enum FileIdentity {
    /// Throws if one of `inputs` is the file at `output`, by whatever path: writing the output would replace it.
    static func refuse(_ inputs: [String], equalTo output: String) throws(ReadError) {
        guard let existing = identity(output) else { return }
        for input in inputs {
            guard let read = identity(input), read == existing else { continue }
            throw ReadError(file: input, problem: "it is also the output", remedy: "name another output")
        }
    }

    private static func identity(_ path: String) -> (device: UInt, file: UInt)? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return (status.st_dev, status.st_ino)
    }
}
