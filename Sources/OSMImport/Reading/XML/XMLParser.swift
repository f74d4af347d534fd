import CExpat

/// Passes a document to expat, and the elements that expat finds to a subclass.
///
/// A class because expat keeps its address for callbacks.
@safe
class XMLParser {
    private let parser: XML_Parser
    private let file: String
    private var failure: ReadError?
    /// The bytes of the document so far.
    private(set) final var fed = 0

    /// A longer tag or text without an end is not from a map, and expat scans it again for each chunk.
    private static let maximumTokenSize = 8 << 20

    init(file: String) throws(ReadError) {
        guard let parser = unsafe XML_ParserCreate(nil) else {
            throw ReadError(file: file, problem: "no memory to parse it", remedy: "free some memory")
        }
        unsafe self.parser = unsafe parser
        self.file = file
        // Expat calls back only during `parse`, while this object exists.
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(
            parser,
            { context, name, attributes in unsafe XMLParser.of(context)?.take(name, attributes) },
            { context, _ in unsafe XMLParser.of(context)?.takeEnd() })
        // OSM XML has no document type; a document type could only declare entities that grow without bounds.
        unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            unsafe XMLParser.of(context)?.stop(.documentType)
        }
    }

    deinit { unsafe XML_ParserFree(parser) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLParser? {
        unsafe context.map { unsafe Unmanaged<XMLParser>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Parses the document's next bytes.
    @unsafe
    final func parse(_ piece: UnsafeRawBufferPointer) throws(ReadError) {
        unsafe try feed(piece, isLast: false)
        fed += piece.count
        // The position of the last event: everything after it is an unfinished token.
        guard unsafe fed - XML_GetCurrentByteIndex(parser) <= Self.maximumTokenSize else {
            throw error("a tag or text is longer than \(Self.maximumTokenSize) bytes", ReadError.fetchAgain)
        }
    }

    /// Ends the document.
    final func finish() throws(ReadError) {
        unsafe try feed(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    }

    /// Takes the beginning of an element; subclasses do something with it.
    func begin(_ name: XMLText, _ attributes: XMLAttributes) throws(XMLFault) {}

    /// Takes the end of the last element that has begun and not ended.
    func end() throws(XMLFault) {}

    private func feed(_ piece: UnsafeRawBufferPointer, isLast: Bool) throws(ReadError) {
        let start = unsafe piece.baseAddress?.assumingMemoryBound(to: CChar.self)
        // Chunks are far smaller than 32 bits.
        let status = unsafe XML_Parse(parser, start, Int32(piece.count), isLast ? 1 : 0)
        if let failure { throw failure }
        guard status == XML_STATUS_OK else {
            // A static text for each code.
            let cause = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map { unsafe String(cString: $0) }
            throw error("it is not well-formed XML (\(cause ?? "unknown error"))", ReadError.fetchAgain)
        }
    }

    private func take(
        _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        guard failure == nil, let name = unsafe name, let attributes = unsafe attributes else { return }
        do throws(XMLFault) {
            unsafe try begin(XMLText(name), XMLAttributes(attributes))
        } catch {
            stop(error)
        }
    }

    private func takeEnd() {
        guard failure == nil else { return }
        do throws(XMLFault) { try end() } catch { stop(error) }
    }

    private func stop(_ fault: XMLFault) {
        failure = error(fault.problem, fault.remedy)
        unsafe XML_StopParser(parser, 0)
    }

    private func error(_ problem: String, _ remedy: String) -> ReadError {
        let line = unsafe Int(clamping: XML_GetCurrentLineNumber(parser))
        return ReadError(file: file, place: .line(line), problem: problem, remedy: remedy)
    }
}

/// The parser of extracts.
final class ExtractParser: XMLParser {
    private var objects = XMLObjects()

    override func begin(_ name: XMLText, _ attributes: XMLAttributes) throws(XMLFault) {
        try objects.begin(name, attributes)
    }

    override func end() { objects.end() }

    /// Returns the content of the document. Call it once, after `finish`.
    func content() -> InputContent { objects.finish() }
}

/// The reason that a well-formed document is not an extract or a change file.
enum XMLFault: Error {
    case documentType
    case otherRoot(String)
    case noChanges(String)
    case unknownAction(String)
    case unknownObject(String)
    case tooDeep
    case missing(attribute: String, of: String)
    case badValue(String, attribute: String, of: String)
    case history
    case tooLarge(String)

    var problem: String {
        switch self {
        case .documentType: "it declares a document type, which OSM XML does not have"
        case .otherRoot(let name): "its outermost element is '\(name)', not 'osm'"
        case .noChanges(let name): "its outermost element is '\(name.prefix(40))', not 'osmChange'"
        case .unknownAction(let name): "'\(name.prefix(40))' is neither create, modify nor delete"
        case .unknownObject(let name): "'\(name.prefix(40))' is neither a node, a way nor a relation"
        case .tooDeep: "elements are nested more deeply than in any OSM XML"
        case .missing(let attribute, let owner): "\(owner) has no attribute '\(attribute)'"
        case .badValue(let value, let attribute, let owner): "\(owner) has \(attribute)='\(value.prefix(40))'"
        case .history: "it holds deleted objects: it is a history, not one state of the map"
        case .tooLarge(let owner): "\(owner) has more parts than any object can have"
        }
    }

    var remedy: String {
        switch self {
        case .otherRoot: "give an extract; `hereabouts update` applies change files to one"
        case .noChanges: "give an OSM change file, such as 123.osc.gz"
        case .unknownAction, .unknownObject: "get the change file again, or convert it with `osmium cat`"
        case .history: "take the current state with `osmium time-filter IN -o OUT.osm.pbf`"
        case .missing, .badValue: "correct it, or make the file again with coordinates and ids"
        case .documentType, .tooDeep, .tooLarge: "make it again with an OSM program, such as `osmium cat`"
        }
    }
}
