import CExpat

/// Passes a document to expat and expat's events to `XMLObjects`.
///
/// A class because expat keeps its address for callbacks.
@safe
final class XMLParser {
    private let parser: XML_Parser
    private let file: String
    private var objects = XMLObjects()
    private var failure: ReadError?
    private var fed = 0

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
            { context, name, attributes in unsafe XMLParser.of(context)?.begin(name, attributes) },
            { context, _ in unsafe XMLParser.of(context)?.end() })
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
    func parse(_ piece: UnsafeRawBufferPointer) throws(ReadError) {
        unsafe try feed(piece, isLast: false)
        fed += piece.count
        // The position of the last event: everything after it is an unfinished token.
        guard unsafe fed - XML_GetCurrentByteIndex(parser) <= Self.maximumTokenSize else {
            throw error("a tag or text is longer than \(Self.maximumTokenSize) bytes", ReadError.fetchAgain)
        }
    }

    /// Ends the document and returns its content.
    func finish() throws(ReadError) -> InputContent {
        unsafe try feed(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
        return objects.finish()
    }

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

    private func begin(
        _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        guard failure == nil, let name = unsafe name, let attributes = unsafe attributes else { return }
        do throws(XMLFault) {
            unsafe try objects.begin(XMLText(name), XMLAttributes(attributes))
        } catch {
            stop(error)
        }
    }

    private func end() { if failure == nil { objects.end() } }

    private func stop(_ fault: XMLFault) {
        failure = error(fault.problem, fault.remedy)
        unsafe XML_StopParser(parser, 0)
    }

    private func error(_ problem: String, _ remedy: String) -> ReadError {
        let line = unsafe Int(clamping: XML_GetCurrentLineNumber(parser))
        return ReadError(file: file, place: .line(line), problem: problem, remedy: remedy)
    }
}

/// The reason that a well-formed document is not an extract.
enum XMLFault: Error {
    case documentType
    case otherRoot(String)
    case tooDeep
    case missing(attribute: String, of: String)
    case badValue(String, attribute: String, of: String)
    case history
    case tooLarge(String)

    var problem: String {
        switch self {
        case .documentType: "it declares a document type, which OSM XML does not have"
        case .otherRoot(let name): "its outermost element is '\(name)', not 'osm'"
        case .tooDeep: "elements are nested more deeply than in any OSM XML"
        case .missing(let attribute, let owner): "\(owner) has no attribute '\(attribute)'"
        case .badValue(let value, let attribute, let owner): "\(owner) has \(attribute)='\(value.prefix(40))'"
        case .history: "it holds deleted objects: it is a history, not one state of the map"
        case .tooLarge(let owner): "\(owner) has more parts than any object can have"
        }
    }

    var remedy: String {
        switch self {
        case .otherRoot: "give an extract, not a change file; `osmium apply-changes` makes one"
        case .history: "take the current state with `osmium time-filter IN -o OUT.osm.pbf`"
        case .missing, .badValue: "correct it, or make the file again with coordinates and ids"
        case .documentType, .tooDeep, .tooLarge: "make it again with an OSM program, such as `osmium cat`"
        }
    }
}
