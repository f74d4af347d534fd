/// The formats of track files, each known by its content.
enum TrackFormat {
    /// Reads a file; throws when it has none of the formats.
    static func read(_ bytes: [UInt8]) throws(TrackFile.Fault) -> TrackPoints {
        if FITReader.reads(bytes) { return FITReader.read(bytes) }
        for (mark, name) in packings where bytes.starts(with: mark) {
            throw TrackFile.Fault(reason: "the file is packed (\(name)); unpack it, and choose the file that was in it")
        }
        let text = TextBytes.utf8(bytes)
        guard !CombiningMarks.areTooMany(in: text) else {
            throw TrackFile.Fault(
                reason: "a character of the file carries more than \(CombiningMarks.mostInRow) combining marks")
        }
        switch text.first(where: { !blanks.contains($0) }) {
        case 0x1e: return GeoJSONReader.read(text)
        case UInt8(ascii: "<"): return try xml(text)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return GeoJSONReader.read(text)
        default:
            // Of lines of JSON, the first may be broken.
            if JSONTexts.areLines(text) { return GeoJSONReader.read(text) }
            guard NMEAReader.reads(text) else {
                throw TrackFile.Fault(reason: "the file is neither GPX, GeoJSON, KML, TCX, FIT nor NMEA")
            }
            return NMEAReader.read(text)
        }
    }

    /// White space.
    private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
    /// The first bytes of zip files, such as KMZ, and of gzip (APPNOTE.TXT 4.3.7, RFC 1952).
    private static let packings: [([UInt8], String)] = [(Array("PK\u{3}\u{4}".utf8), "zip"), ([0x1f, 0x8b], "gzip")]

    private static func xml(_ text: [UInt8]) throws(TrackFile.Fault) -> TrackPoints {
        var elements = XMLElements(text)
        do throws(XMLFault) {
            // The start of the outermost element.
            _ = try elements.next()
        } catch {
            throw TrackFile.Fault(reason: "\(error)")
        }
        if elements.isLocal("gpx") { return GPXReader.read(elements) }
        if elements.isLocal("kml") { return KMLReader.read(elements) }
        if elements.isLocal("TrainingCenterDatabase") { return TCXReader.read(elements) }
        throw TrackFile.Fault(reason: "the file is XML, but its outermost element is that of neither GPX, KML nor TCX")
    }
}

extension TrackFile {
    /// The program that GPX files of ours name as theirs.
    package static let creator = "Hereabouts"
    /// The media types that a request may state; the content decides the format.
    package static let mediaTypes = [
        "application/gpx+xml", "application/geo+json", "application/vnd.google-earth.kml+xml",
        "application/vnd.garmin.tcx+xml", "application/vnd.ant.fit", "application/vnd.google-earth.kmz",
        "application/zip", "text/plain", "application/octet-stream",
    ]
}
