import Glibc
import HereaboutsAPI

/// Takes a stream apart into the records of a table (RFC 4180), in memory that does not grow.
///
/// Records end with a line feed, before which a carriage return is dropped, or with a carriage return alone where the
/// first one does; one in quotes does not end them. What is longer than `longest` is passed over up to the next end of
/// a line. A stream in UTF-16 is read as one in UTF-8.
struct RecordReader {
    /// The most bytes of a record.
    static let longest = 64 << 10

    /// A record: the line it begins on, from 1, and its bytes; none when it is too long.
    struct Record {
        let line: Int
        let bytes: ArraySlice<UInt8>?
    }

    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 4 * longest)
    /// What of the buffer is filled and not handed out.
    private var start = 0
    private var end = 0
    private var line = 1
    private var isAtEnd = false
    /// What ends a line; `nil` before the end of the first one.
    private var lineEnd: UInt8?
    /// `nil` until the first bytes have said whether the stream is in UTF-16.
    private var encoding: TextStream?

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Calls `visit` with each record in order, and `pause` before it waits for more. Throws when reading fails.
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

    /// How long the record at `start` is without its end, and how many lines it takes; `nil` when its end is not there
    /// yet.
    private mutating func completeRecord() -> (length: Int, lines: Int)? {
        guard start < end else { return nil }
        var isQuoted = false, wasQuoted = false, lines = 1
        for index in start..<end {
            let byte = buffer[index]
            if byte == UInt8(ascii: "\"") {
                // Quotes open at the beginning of a cell only: elsewhere they are inches. Doubled ones close and open
                // again.
                let mayOpen = index == start || Self.endsCell(buffer[index - 1]) || wasQuoted
                wasQuoted = isQuoted
                if isQuoted || mayOpen { isQuoted.toggle() }
                continue
            }
            wasQuoted = false
            if lineEnd == nil, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                // Whether a line feed follows the next bytes say.
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

    /// Drops everything up to the next end of a line, whatever the quotes say.
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
            // In UTF-8 text takes half as much again as in UTF-16, and three bytes are kept from before.
            let room = (buffer.count - end) / 2 - 4
            let count = buffer.withUnsafeMutableBytes { bytes in read(descriptor, bytes.baseAddress! + end, room) }
            if count >= 0 {
                isAtEnd = count == 0
                var stream = encoding ?? TextStream()
                let text = stream.utf8(Array(buffer[end..<end + count]), isLast: isAtEnd)
                encoding = stream
                // A piece may hold half a character alone.
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
