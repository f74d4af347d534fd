import CExpat

/// An XML answer of a store: a root element whose children are texts, or have texts as children.
struct AnswerDocument {
    /// A child of the root.
    struct Part {
        let name: String
        /// Its own text, for a child without children.
        var text = ""
        /// The texts of its children by name; the last one if there are several.
        var texts: [String: String] = [:]
    }

    let root: String
    let parts: [Part]

    /// Returns `nil` for bytes that are not such a document.
    init?(_ bytes: [UInt8]) {
        guard let reader = DocumentReader(), reader.read(bytes), let root = reader.root else { return nil }
        (self.root, parts) = (root, reader.parts)
    }

    /// Returns the text of the first child with this name.
    func text(_ name: String) -> String? { parts.first { $0.name == name }?.text }
}

/// Passes a document to expat. A class because expat keeps its address for callbacks.
@safe
private final class DocumentReader {
    private let parser: XML_Parser
    private(set) var root: String?
    private(set) var parts: [AnswerDocument.Part] = []
    /// The names of the open elements, the root first.
    private var open: [String] = []
    private var text = ""

    /// No answer of the protocol is deeper.
    private static let mostDepth = 16

    init?() {
        guard let parser = unsafe XML_ParserCreate(nil) else { return nil }
        unsafe self.parser = unsafe parser
        // Expat calls back only during `read`, while this object exists.
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(
            parser,
            { context, name, _ in
                if let name = unsafe name { unsafe DocumentReader.of(context)?.begin(String(cString: name)) }
            },
            { context, _ in unsafe DocumentReader.of(context)?.end() })
        unsafe XML_SetCharacterDataHandler(parser) { context, bytes, count in
            guard let bytes = unsafe bytes, count > 0 else { return }
            // Expat gives `count` bytes of UTF-8.
            let piece = unsafe UnsafeBufferPointer(start: bytes, count: Int(count)).map { UInt8(bitPattern: $0) }
            unsafe DocumentReader.of(context)?.text += String(decoding: piece, as: UTF8.self)
        }
        // Answers have no document type; one could only declare entities that grow without bounds.
        unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            unsafe DocumentReader.of(context)?.stop()
        }
    }

    deinit { unsafe XML_ParserFree(parser) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> DocumentReader? {
        unsafe context.map { unsafe Unmanaged<DocumentReader>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Reads a whole document; returns whether it is well-formed.
    func read(_ bytes: [UInt8]) -> Bool {
        let status = unsafe bytes.withUnsafeBytes { bytes in
            // Answers are far smaller than 32 bits.
            unsafe XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 1)
        }
        return status == XML_STATUS_OK
    }

    private func begin(_ name: String) {
        guard open.count < Self.mostDepth else { return stop() }
        if open.isEmpty { root = name }
        if open.count == 1 { parts.append(AnswerDocument.Part(name: name)) }
        open.append(name)
        text = ""
    }

    private func end() {
        guard let name = open.popLast(), !parts.isEmpty else { return }
        switch open.count {
        case 1: parts[parts.count - 1].text = text
        case 2: parts[parts.count - 1].texts[name] = text
        default: break
        }
        text = ""
    }

    private func stop() { unsafe XML_StopParser(parser, 0) }
}
