/// Cuts XML 1.0 into start tags, end tags and text, strictly and without ever expanding an entity of the file's own.
///
/// A reader of our own, because the alternative, expat, is a C library that every app with this client would have to
/// bring along, and this needs no more of XML than tags. Document type declarations are refused, so there are no
/// entities to expand and none from elsewhere to fetch; only references to characters are read, and the five that XML
/// has itself. Everything else of the syntax is checked as far as it decides where a tag begins and ends: not the
/// characters of text. Any encoding will do that keeps ASCII as it is: numbers and times have no other characters.
struct XMLPieces {
    enum Piece: Equatable {
        /// The tag of an element that has just begun; `attribute(_:)` reads it.
        case start(name: Range<Int>)
        /// The end of the innermost element.
        case end(name: Range<Int>)
        /// Characters between two tags, comments or other marks.
        case text(Range<Int>)
    }

    /// Elements within each other; a file that goes deeper is refused.
    static let deepest = 64
    /// Attributes of one element.
    static let mostAttributes = 64

    let bytes: [UInt8]
    /// Where the next piece begins.
    private(set) var place = 0
    /// The names of the elements that are open, outermost first.
    private(set) var open: [Range<Int>] = []
    private var attributes: [(name: Range<Int>, value: Range<Int>)] = []
    private var isEmptyElement = false
    private var hasRoot = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next piece, or `nil` at the end of a complete document.
    mutating func next() throws(XMLFault) -> Piece? {
        if isEmptyElement {
            isEmptyElement = false
            return .end(name: open.removeLast())
        }
        while place < bytes.count {
            if bytes[place] != UInt8(ascii: "<") {
                if let text = try text() { return .text(text) }
            } else if skip("<!--") {
                try skip(past: "-->", of: "comment")
            } else if skip("<?") {
                try skip(past: "?>", of: "processing instruction")
            } else if !open.isEmpty, skip("<![CDATA[") {
                let start = place
                try skip(past: "]]>", of: "CDATA section")
                return .text(start..<place - 3)
            } else if skip("<!") {
                throw bad("a document type declaration or misplaced section is not read; remove it")
            } else if skip("</") {
                return try endTag()
            } else {
                place += 1
                return try startTag()
            }
        }
        if !open.isEmpty { throw bad("the file ends inside an element; it was cut off") }
        if !hasRoot { throw bad("there is no element in the file") }
        return nil
    }

    /// Returns the value of an attribute of the tag that was read last.
    func attribute(_ name: StaticString) -> Range<Int>? {
        attributes.first { holds($0.name, name) }?.value
    }

    /// Whether the bytes of a range are these.
    func holds(_ range: Range<Int>, _ text: StaticString) -> Bool {
        text.withUTF8Buffer { unsafe $0.count == range.count && $0.elementsEqual(bytes[range]) }  // The literal's own.
    }

    /// The prefixes, with their colons, that the tag read last declares, and the namespace of each; that of elements
    /// without a prefix has an empty one.
    var declarations: [(prefix: ArraySlice<UInt8>, namespace: ArraySlice<UInt8>)] {
        attributes.compactMap { attribute in
            if holds(attribute.name, "xmlns") { return ([], bytes[attribute.value]) }
            let head = attribute.name.prefix(6)
            guard holds(head, "xmlns:") else { return nil }
            return (bytes[head.endIndex..<attribute.name.upperBound] + [UInt8(ascii: ":")], bytes[attribute.value])
        }
    }

    /// Returns the joined text of ranges, without the white space around it; replaces bytes that are not UTF-8. Returns
    /// nothing for a text that becomes a long row of combining marks only through references or comments in between.
    func string(_ ranges: [Range<Int>]) -> String {
        guard let range = ranges.first else { return "" }
        // Copied only where it is not whole.
        let text = ranges.count == 1 ? bytes[range] : ranges.flatMap { bytes[$0] }[...]
        guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
        else { return "" }
        let string = String(decoding: text[first...last], as: UTF8.self)
        let hasReferences = string.utf8.contains(UInt8(ascii: "&"))
        guard hasReferences || ranges.count > 1 else { return string }
        let whole = hasReferences ? Self.resolved(string) : string
        // The file was looked at as it is written.
        return CombiningMarks.areTooMany(in: whole) ? "" : whole
    }

    /// Puts characters in place of references to them (XML 1.0, 4.1 and 4.6). Others stay as they are written.
    private static func resolved(_ text: String) -> String {
        var resolved = "", rest = text[...]
        while let mark = rest.firstIndex(of: "&"), let end = rest[mark...].firstIndex(of: ";") {
            let name = rest[rest.index(after: mark)..<end]
            resolved += rest[..<mark]
            resolved += character(name).map { String($0) } ?? String(rest[mark...end])
            rest = rest[rest.index(after: end)...]
        }
        return resolved + rest
    }

    private static func character(_ name: Substring) -> Unicode.Scalar? {
        if name.hasPrefix("#x") { return UInt32(name.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) } }
        if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap { Unicode.Scalar($0) } }
        return ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"][name]
    }

    /// Returns the line that a byte is in; the first is 1.
    ///
    /// - Complexity: O(`place`); lines are counted only when something is wrong.
    func line(at place: Int) -> Int { 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") } }

    private func bad(_ reason: String) -> XMLFault {
        // At the end of the file, missing parts were cut off.
        let isCut = hasRoot && place >= bytes.count && !open.isEmpty
        return XMLFault(
            line: line(at: min(place, bytes.count)),
            reason: isCut ? "the file ends inside an element; it was cut off" : reason)
    }

    /// Reads up to the next tag; outside of the root there may be white space only, which is skipped.
    private mutating func text() throws(XMLFault) -> Range<Int>? {
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") {
            if open.isEmpty, !isSpace(bytes[place]) { throw bad("there is text outside of all elements") }
            place += 1
        }
        return open.isEmpty ? nil : start..<place
    }

    private mutating func startTag() throws(XMLFault) -> Piece {
        if open.isEmpty, hasRoot { throw bad("there is a second outermost element") }
        if open.count == Self.deepest { throw bad("elements are nested more than \(Self.deepest) deep") }
        let name = try name()
        attributes.removeAll(keepingCapacity: true)
        while true {
            let hadSpace = skipSpace()
            if skip("/>") {
                isEmptyElement = true
                break
            }
            if skip(">") { break }
            guard hadSpace else { throw bad("a tag is not closed, or attributes are not set apart") }
            try readAttribute()
        }
        open.append(name)
        hasRoot = true
        return .start(name: name)
    }

    private mutating func readAttribute() throws(XMLFault) {
        let name = try name()
        if attributes.count == Self.mostAttributes {
            throw bad("a tag has more than \(Self.mostAttributes) attributes")
        }
        if attributes.contains(where: { bytes[$0.name].elementsEqual(bytes[name]) }) {
            throw bad("a tag has an attribute twice")
        }
        _ = skipSpace()
        guard skip("=") else { throw bad("an attribute has no value") }
        _ = skipSpace()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") else {
            throw bad("the value of an attribute is not in quotes")
        }
        let quote = bytes[place]
        place += 1
        let start = place
        while place < bytes.count, bytes[place] != quote {
            if bytes[place] == UInt8(ascii: "<") { throw bad("there is a '<' in the value of an attribute") }
            place += 1
        }
        guard place < bytes.count else { throw bad("the file ends inside a tag; it was cut off") }
        attributes.append((name, start..<place))
        place += 1
    }

    private mutating func endTag() throws(XMLFault) -> Piece {
        let name = try name()
        _ = skipSpace()
        guard skip(">") else { throw bad("an end tag is not closed") }
        guard let opened = open.popLast(), bytes[opened].elementsEqual(bytes[name]) else {
            throw bad("an end tag does not belong to the element it ends")
        }
        return .end(name: opened)
    }

    private mutating func name() throws(XMLFault) -> Range<Int> {
        let start = place
        while place < bytes.count, isNamePart(bytes[place], first: place == start) { place += 1 }
        guard place > start else { throw bad("a tag or attribute has no proper name") }
        return start..<place
    }

    private func isNamePart(_ byte: UInt8, first: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), 0x80...:
            true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !first
        default: false
        }
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }

    private mutating func skipSpace() -> Bool {
        let start = place
        while place < bytes.count, isSpace(bytes[place]) { place += 1 }
        return place > start
    }

    /// Skips a mark if it is here.
    private mutating func skip(_ mark: StaticString) -> Bool {
        let length = mark.utf8CodeUnitCount
        guard bytes.count - place >= length, holds(place..<place + length, mark) else { return false }
        place += length
        return true
    }

    /// Skips all up to a mark and the mark.
    private mutating func skip(past mark: StaticString, of what: String) throws(XMLFault) {
        while place < bytes.count {
            if skip(mark) { return }
            place += 1
        }
        throw bad("the file ends inside a \(what); it was cut off")
    }
}
