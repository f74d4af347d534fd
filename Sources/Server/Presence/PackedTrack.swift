import Archives
import HereaboutsAPI

extension TrackFile {
    /// The extensions of track files, by preference. In KMZ, the first KML file is the document (OGC 12-007r2, 7.2).
    private static let nameEnds = [".kml", ".gpx", ".geojson", ".json", ".tcx", ".fit", ".nmea"]

    /// Reads an uploaded file, also inside a zip file such as KMZ. From a zip file it takes the first file of the most
    /// preferred format. The unpacked file may have at most as many bytes as an upload.
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
