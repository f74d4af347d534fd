import Community
import HereaboutsAPI
import Presence

extension TrackRecorder {
    /// The name of the device for files of other programs.
    private static let usualName = "Files"

    /// The most devices for tracks that were recorded at the same time.
    private static let mostAtOnce = 20

    /// Returns the recorders of a file's tracks: one device for all, unless tracks name theirs. Tracks that overlap in
    /// time get different devices, as nobody is at two places at once.
    static func all(of track: TrackFile) -> [TrackRecorder] {
        var others: [Span] = []
        /// The tracks of each device of our own files, by their first track, and their index by device id.
        var devices: [(name: String, fixes: [Int])] = [], places: [String: Int] = [:]
        /// Files from before ids were written have only names.
        var named: [(name: String, spans: [Span])] = [], placesOfNames: [String: Int] = [:]
        for (number, fixes) in Dictionary(grouping: track.fixes.indices, by: { track.fixes[$0].track })
            .sorted(by: { $0.key < $1.key })
        {
            let recorder = track.tracks[number]
            guard let name = recorder.device, isName(name) else {
                others.append(Span(fixes, of: track))
                continue
            }
            if let id = recorder.deviceID {
                if let place = places[id] {
                    devices[place].fixes += fixes
                } else {
                    places[id] = devices.count
                    devices.append((name, fixes))
                }
            } else if let place = placesOfNames[name] {
                named[place].spans.append(Span(fixes, of: track))
            } else {
                placesOfNames[name] = named.count
                named.append((name, [Span(fixes, of: track)]))
            }
        }
        for (name, spans) in named { devices += apart(spans).map { (name, $0) } }
        var counts: [String: Int] = [:]
        let recorders = devices.map { name, fixes in
            counts[name, default: 0] += 1
            return TrackRecorder(name: numbered(name, counts[name] ?? 1), isNamed: true, fixes: fixes)
        }
        return recorders
            + apart(others).enumerated().map { index, fixes in
                TrackRecorder(name: numbered(usualName, index + 1), isNamed: false, fixes: fixes)
            }
    }

    /// The points of a track, and the time span of its recording; points without a time are at the beginning.
    private struct Span {
        let fixes: [Int]
        let start: Timestamp
        let end: Timestamp

        init(_ fixes: [Int], of track: TrackFile) {
            self.fixes = fixes
            let times = fixes.compactMap { track.fixes[$0].time }
            (start, end) = (times.min() ?? 0, times.max() ?? 0)
        }
    }

    /// Joins the points of tracks to as few parts as possible, without two overlapping tracks in one part.
    private static func apart(_ spans: [Span]) -> [[Int]] {
        var parts: [(fixes: [Int], end: Timestamp)] = []
        for span in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            let free = parts.firstIndex { $0.end <= span.start }
            if let index = free ?? (parts.count < mostAtOnce ? nil : parts.count - 1) {
                parts[index].fixes += span.fixes
                parts[index].end = max(parts[index].end, span.end)
            } else {
                parts.append((span.fixes, span.end))
            }
        }
        return parts.map(\.fixes)
    }

    /// Numbers a name, since two devices may share it.
    private static func numbered(_ name: String, _ number: Int) -> String {
        number == 1 ? name : "\(name.prefix(Presence.Device.nameLength - 4)) \(number)"
    }

    private static func isName(_ name: String) -> Bool {
        (try? Timeline.checkLine(name, "name", maximum: Presence.Device.nameLength)) != nil
    }
}
