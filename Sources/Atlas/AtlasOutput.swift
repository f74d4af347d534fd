#if canImport(Glibc)
    /// Takes the sections of an atlas as they are added, such as a file. Host only.
    ///
    /// It remembers its first failure and ignores what comes after it: `check` throws it. A class because its identity
    /// is the file's.
    package protocol AtlasOutput: AnyObject, Sendable {
        /// Writes bytes at an offset. Bytes that nobody wrote, before others, are zero.
        @unsafe
        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int)
        /// Copies a range to another offset, which may overlap it.
        func move(_ range: Range<Int>, to offset: Int)
        /// Removes the bytes from `length` on.
        func truncate(to length: Int)
        /// Calls `body` with at least the bytes written before `end`, the first at an address that is a multiple of 64.
        /// Throws what `body` throws, and the first failure.
        func withBytes<Result>(upTo end: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result
        /// Throws the first failure.
        func check() throws
    }

    extension AtlasWriter {
        /// Calls `body` with the sections so far. Throws what `body` throws, and the failure of the output.
        package func withView<Result>(_ body: (AtlasView) throws -> Result) throws -> Result {
            let entries = zip(sections, offsets).map { section, offset in
                AtlasView.Entry(
                    id: section.id, offset: offset, length: section.length, elementWidth: section.elementWidth,
                    checksum: section.checksum)
            }
            if let output {
                return try unsafe output.withBytes(upTo: end) { bytes in
                    try body(unsafe AtlasView(unfinished: bytes, entries))
                }
            }
            let memory = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(1, end), alignment: AtlasFormat.alignment)
            defer { unsafe memory.deallocate() }
            unsafe memory.copyBytes(from: kept)
            return try body(unsafe AtlasView(unfinished: UnsafeRawBufferPointer(memory), entries))
        }

        /// Completes the atlas in the output: header, directory, and the zeros between sections and behind them. Its
        /// failures are the output's.
        package func complete() {
            guard let output else { preconditionFailure("only an output is completed") }
            let head = AtlasHead(sections)
            var start = head.length, bodyEnd = head.length
            if let first = offsets.first, let firstInFile = head.offsets.first {
                start = firstInFile
                bodyEnd = firstInFile + end - first
                if first != firstInFile { output.move(first..<end, to: firstInFile) }
            }
            write(head.bytes + [UInt8](repeating: 0, count: start - head.bytes.count), at: 0, of: output)
            write([UInt8](repeating: 0, count: head.length - bodyEnd), at: bodyEnd, of: output)
            output.truncate(to: head.length)
        }

        private func write(_ bytes: [UInt8], at offset: Int, of output: any AtlasOutput) {
            unsafe bytes.withUnsafeBytes { unsafe output.write($0, at: offset) }
        }
    }
#endif
