import Glibc
import HereaboutsAPI

/// Splits a stream into the records of a table (RFC 4180), in constant memory.
///
/// A record ends with a line feed, and a carriage return before it is dropped. If the first record ends with a carriage
/// return alone, all do. Line ends in quotes do not count. A record longer than `longest` is skipped up to the next
/// line end. A stream in UTF-16 is converted to UTF-8.
struct RecordReader {
    /// The maximum length of a record in bytes.
    static let longest = 64 << 10

    /// A record: its first line, from 1, and its bytes; `nil` bytes if it is too long.
    struct Record {
        let line: Int
        let bytes: ArraySlice<UInt8>?
    }

    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 4 * longest)
    /// The start of the unread part of the buffer.
    private var start = 0
    private var end = 0
    private var line = 1
    private var isAtEnd = false
    /// The byte that ends a line; `nil` before the end of the first line.
    private var lineEnd: UInt8?
    /// `nil` until the first bytes show whether the stream is in UTF-16.
    private var encoding: TextStream?

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Calls `visit` with each record in order, and `pause` before it waits for more input. Throws if reading fails.
    mutating func forEach(_ visit: (Record) throws -> Void, pause: () throws -> Void) throws {
        while true {
            guard let (length, lines) = completeRecord() else {
                if isAtEnd { return }
                if end - start > Self.longest {
                    try visit(Record(line: line, bytes: nil))
                    try passOver()
                    continue
                }
                try pause()
                try fill()
                continue
            }
            let begin = start, record = line
            start += min(length + 1, end - start)
            line += lines
            let isTooLong = length > Self.longest
            var stop = begin + length
            if stop > begin, buffer[stop - 1] == UInt8(ascii: "\r") { stop -= 1 }
            if stop > begin { try visit(Record(line: record, bytes: isTooLong ? nil : buffer[begin..<stop])) }
        }
    }

    /// Returns the length of the record at `start` without its end, and its number of lines; `nil` if its end is not
    /// read yet.
    private mutating func completeRecord() -> (length: Int, lines: Int)? {
        guard start < end else { return nil }
        var isQuoted = false, wasQuoted = false, lines = 1
        for index in start..<end {
            let byte = buffer[index]
            if byte == UInt8(ascii: "\"") {
                // Quotes open only at the beginning of a cell: elsewhere they mean inches. Doubled quotes close and
                // open again.
                let mayOpen = index == start || Self.endsCell(buffer[index - 1]) || wasQuoted
                wasQuoted = isQuoted
                if isQuoted || mayOpen { isQuoted.toggle() }
                continue
            }
            wasQuoted = false
            if lineEnd == nil, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                // The next bytes show whether a line feed follows.
                if byte == UInt8(ascii: "\r"), index + 1 == end, !isAtEnd { return nil }
                let isAlone =
                    byte == UInt8(ascii: "\r") && (index + 1 == end || buffer[index + 1] != UInt8(ascii: "\n"))
                lineEnd = isAlone ? byte : UInt8(ascii: "\n")
            }
            if byte == lineEnd {
                guard isQuoted else { return (index - start, lines) }
                lines += 1
            }
        }
        return isAtEnd ? (end - start, lines) : nil
    }

    private static func endsCell(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\t")
    }

    /// Skips everything up to the next line end, regardless of quotes.
    private mutating func passOver() throws {
        while true {
            if let stop = buffer[start..<end].firstIndex(of: lineEnd ?? UInt8(ascii: "\n")) {
                start = stop + 1
                line += 1
                return
            }
            start = end
            if isAtEnd { return }
            try fill()
        }
    }

    private mutating func fill() throws {
        if start > 0 {
            for index in start..<end { buffer[index - start] = buffer[index] }
            end -= start
            start = 0
        }
        while true {
            // Text in UTF-8 takes half as much again as in UTF-16, and three bytes may remain from before.
            let room = (buffer.count - end) / 2 - 4
            let count = buffer.withUnsafeMutableBytes { bytes in read(descriptor, bytes.baseAddress! + end, room) }
            if count >= 0 {
                isAtEnd = count == 0
                var stream = encoding ?? TextStream()
                let text = stream.utf8(Array(buffer[end..<end + count]), isLast: isAtEnd)
                encoding = stream
                // A chunk may contain only half a character.
                if text.isEmpty, !isAtEnd { continue }
                buffer.replaceSubrange(end..<end + text.count, with: text)
                end += text.count
            } else if errno == EINTR {
                continue
            } else {
                throw CommandFault("standard input cannot be read: \(String(cString: strerror(errno)))")
            }
            return
        }
    }
}
