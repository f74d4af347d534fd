/// Cuts XML 1.0 into start tags, end tags and text, strictly and without ever expanding anything.
///
/// A reader of our own, because the alternative, expat, is a C library that every app with this client would have to bring along,
/// and this needs no more of XML than tags. Document type declarations are refused, so there are no entities to expand and none
/// from elsewhere to fetch; references stay as they are written. Everything else of the syntax is checked as far as it decides
/// where a tag begins and ends: not the characters of text, nor namespaces. Any encoding will do that keeps ASCII as it is.
struct XMLPieces {
    enum Piece: Equatable {
        /// The tag of an element that has just become the innermost one; `attribute(_:)` speaks of it.
        case start(name: Range<Int>)
        /// The end of the element that was the innermost one.
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

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { place = 3 }
    }

    /// Returns the next piece, or `nil` at the end of a complete document.
    mutating func next() throws(GPXError) -> Piece? {
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
                try skip(past: "]]>", of: "CDATA section")
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

    /// Returns the text of a range without the white space around it; what is not UTF-8 is replaced.
    func string(_ range: Range<Int>) -> String {
        let text = bytes[range]
        guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(decoding: text[first...last], as: UTF8.self)
    }

    /// Returns the line that a byte is in; the first is 1.
    ///
    /// - Complexity: O(`place`); lines are counted only when something is wrong.
    func line(at place: Int) -> Int { 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") } }

    private func bad(_ reason: String) -> GPXError { .badXML(line: line(at: min(place, bytes.count)), reason: reason) }

    /// Reads up to the next tag; outside of the root there may be white space only, which is skipped.
    private mutating func text() throws(GPXError) -> Range<Int>? {
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") {
            if open.isEmpty, !isSpace(bytes[place]) { throw bad("there is text outside of all elements") }
            place += 1
        }
        return open.isEmpty ? nil : start..<place
    }

    private mutating func startTag() throws(GPXError) -> Piece {
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

    private mutating func readAttribute() throws(GPXError) {
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

    private mutating func endTag() throws(GPXError) -> Piece {
        let name = try name()
        _ = skipSpace()
        guard skip(">") else { throw bad("an end tag is not closed") }
        guard let opened = open.popLast(), bytes[opened].elementsEqual(bytes[name]) else {
            throw bad("an end tag does not belong to the element it ends")
        }
        return .end(name: opened)
    }

    private mutating func name() throws(GPXError) -> Range<Int> {
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
    private mutating func skip(past mark: StaticString, of what: String) throws(GPXError) {
        while place < bytes.count {
            if skip(mark) { return }
            place += 1
        }
        throw bad("the file ends inside a \(what); it was cut off")
    }
}
