import Archives
import HereaboutsAPI

extension TrackFile {
    /// The ends of names of track files. In KMZ, the first KML file is the document (OGC 12-007r2, 7.2).
    private static let nameEnds = [".kml", ".gpx", ".geojson", ".json", ".tcx", ".fit", ".nmea"]

    /// Reads a file that somebody sent, also one in a zip file such as KMZ: of several in that, the first of the first
    /// format that there is. What is unpacked has at most as many bytes as what is sent may have.
    init(sent bytes: [UInt8]) throws(Fault) {
        guard bytes.starts(with: Array("PK\u{3}\u{4}".utf8)), let archive = ZipArchive(bytes) else {
            self = try TrackFile(bytes: bytes)
            return
        }
        let name = Self.nameEnds.lazy.compactMap { end in
            archive.name { name in
                !CombiningMarks.areTooMany(in: name) && name.lowercased().hasSuffix(end)
                    && !name.hasPrefix("__MACOSX/")
            }
        }.first
        guard let name else { throw Fault(reason: "the zip file holds no track file such as track.gpx or doc.kml") }
        guard let content = archive.content(of: name, upTo: AddTrackRequest.maximumLength) else {
            throw Fault(
                reason:
                    "the track in the zip file has more than \(AddTrackRequest.maximumLength >> 20) MiB or is damaged")
        }
        self = try TrackFile(bytes: content)
    }
}
