/// Why XML is not read any further.
struct XMLFault: Error, Equatable, CustomStringConvertible {
    /// From 1.
    let line: Int
    let reason: String

    var description: String { "line \(line): \(reason)" }
}

/// Walks through the elements of an XML file: their names without prefixes, and the text of those that hold nothing else.
struct XMLElements {
    enum Event: Equatable { case start, end }

    private(set) var xml: XMLPieces
    /// The name of the element that the last event is about, without its prefix.
    private var local = 0..<0
    /// Whether that element is of the same vocabulary as the outermost one.
    private(set) var isOfRoot = true
    /// The prefixes, with their colons, that stand for the outermost element's vocabulary (Namespaces in XML 1.0, 3).
    private var rootPrefixes: [[UInt8]] = []
    private var text: [Range<Int>] = []

    init(_ bytes: [UInt8]) { xml = XMLPieces(bytes) }

    /// How many elements are open.
    var depth: Int { xml.open.count }

    /// Returns what comes next, or `nil` at the end of a complete document.
    mutating func next() throws(XMLFault) -> Event? {
        text.removeAll(keepingCapacity: true)
        while let piece = try xml.next() {
            switch piece {
            case .text(let range): text.append(range)
            case .start(let name):
                take(name)
                return .start
            case .end(let name):
                take(name)
                return .end
            }
        }
        return nil
    }

    /// Whether the element has a name in the outermost one's vocabulary.
    func isNamed(_ name: StaticString) -> Bool { isOfRoot && xml.holds(local, name) }

    /// Whether the element has a name in any vocabulary.
    func isLocal(_ name: StaticString) -> Bool { xml.holds(local, name) }

    /// At the end of an element: the text in it, behind the last element that it holds.
    var content: String { xml.string(text) }

    /// At the start of an element: the number that an attribute of it is.
    func number(_ attribute: StaticString) -> Double? {
        xml.attribute(attribute).flatMap { Decimal.read(xml.string([$0])) }
    }

    private mutating func take(_ name: Range<Int>) {
        let bytes = xml.bytes[name]
        let start = (bytes.firstIndex(of: UInt8(ascii: ":")) ?? name.lowerBound - 1) + 1
        local = start..<name.upperBound
        let prefix = xml.bytes[name.lowerBound..<start]
        if rootPrefixes.isEmpty {
            rootPrefixes = [Array(prefix)] + xml.prefixes(alike: prefix)
        }
        isOfRoot = rootPrefixes.contains { $0.elementsEqual(prefix) }
    }
}
