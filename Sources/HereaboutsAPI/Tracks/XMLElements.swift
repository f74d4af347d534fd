/// Why XML is not read any further.
struct XMLFault: Error, Equatable, CustomStringConvertible {
    /// From 1.
    let line: Int
    let reason: String

    var description: String { "line \(line): \(reason)" }
}

/// Walks through the elements of an XML file: their names without prefixes, and the text of elements that contain only
/// text.
struct XMLElements {
    enum Event: Equatable { case start, end }

    private(set) var xml: XMLPieces
    /// The name of the element that the last event is about, without its prefix.
    private var local = 0..<0
    /// Whether that element is of the same vocabulary as the outermost one.
    private(set) var isOfRoot = true
    /// The namespaces of the prefixes in the open elements, innermost last (Namespaces in XML 1.0, 6).
    private var bindings: [Binding] = []
    private var rootNamespace: [UInt8]?
    private var text: [Range<Int>] = []

    /// A declaration: a prefix stands for a namespace in an element and in all its contents.
    private struct Binding {
        let depth: Int
        /// With its colon; empty for elements without one.
        let prefix: [UInt8]
        let namespace: [UInt8]
    }

    /// The most declarations in effect at once: the reader looks up each element's prefix among them.
    private static let mostBindings = 64

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
                try bind()
                take(name)
                return .start
            case .end(let name):
                take(name)
                // Only now, because an end tag has the prefix of its element.
                while let last = bindings.last, last.depth > depth { bindings.removeLast() }
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

    /// At the start of an element: the number in one of its attributes.
    func number(_ attribute: StaticString) -> Double? {
        xml.attribute(attribute).flatMap { Decimal.read(measured: xml.string([$0])) }
    }

    /// At the start of an element: the text of one of its attributes.
    func attribute(_ name: StaticString) -> String? { xml.attribute(name).map { xml.string([$0]) } }

    /// Adds the prefixes that the element which has just begun declares.
    private mutating func bind() throws(XMLFault) {
        for (prefix, namespace) in xml.declarations {
            guard bindings.count < Self.mostBindings else {
                throw XMLFault(
                    line: xml.line(at: xml.place),
                    reason: "more than \(Self.mostBindings) namespaces are declared at once")
            }
            bindings.append(Binding(depth: depth, prefix: Array(prefix), namespace: Array(namespace)))
        }
    }

    private mutating func take(_ name: Range<Int>) {
        let bytes = xml.bytes[name]
        let start = (bytes.firstIndex(of: UInt8(ascii: ":")) ?? name.lowerBound - 1) + 1
        local = start..<name.upperBound
        let prefix = xml.bytes[name.lowerBound..<start]
        // An undeclared prefix is its own namespace.
        let namespace = bindings.last { $0.prefix.elementsEqual(prefix) }?.namespace ?? Array(prefix)
        let root = rootNamespace ?? namespace
        rootNamespace = root
        // Some writers remove the namespace from elements that they add (`xmlns=""`).
        isOfRoot = namespace.isEmpty || namespace == root
    }
}
