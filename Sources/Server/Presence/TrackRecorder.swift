import Community
import HereaboutsAPI
import Presence

/// Something that recorded points of a file, which become those of one device.
struct TrackRecorder: Equatable, Sendable {
    /// What the device is called.
    let name: String
    /// Whether the file says which device it was: a file of ours has a track for each.
    let isNamed: Bool
    /// Its points, by their positions in the file's `fixes`.
    var fixes: [Int] = []

    /// What the device is called that stands for files of other programs.
    private static let usualName = "Files"

    /// Tracks that were recorded at once by more than so many become one device's.
    private static let mostAtOnce = 20

    /// Returns who recorded the tracks of a file: one device for all, unless tracks name theirs. A track that was
    /// recorded while another was is not that one's device's, as nobody was at two places.
    static func all(of track: TrackFile) -> [TrackRecorder] {
        var others: [Span] = []
        /// The tracks of each device of a file of ours, in the order of their first, and where they are, by its id.
        var devices: [(name: String, fixes: [Int])] = [], places: [String: Int] = [:]
        /// Files from before ids were written have names alone.
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

    /// The points of a track, and the times between which it was recorded; those without a time are at the beginning.
    private struct Span {
        let fixes: [Int]
        let start: Int64
        let end: Int64

        init(_ fixes: [Int], of track: TrackFile) {
            self.fixes = fixes
            let times = fixes.compactMap { track.fixes[$0].time }
            (start, end) = (times.min() ?? 0, times.max() ?? 0)
        }
    }

    /// The points of tracks, put together to as few parts as can be without tracks that were recorded at once.
    private static func apart(_ spans: [Span]) -> [[Int]] {
        var parts: [(fixes: [Int], end: Int64)] = []
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

    /// Two devices may have one name.
    private static func numbered(_ name: String, _ number: Int) -> String {
        number == 1 ? name : "\(name.prefix(Presence.Device.nameLength - 4)) \(number)"
    }

    private static func isName(_ name: String) -> Bool {
        (try? Timeline.checkLine(name, "name", maximum: Presence.Device.nameLength)) != nil
    }
}

extension PositionDesk {
    /// Records the points of a file, `reports`, each from the device of a person that stands for who recorded it. Points
    /// of devices that would be more than they may have are refused. Throws `quotaReached` when that, or how many they
    /// may add, leaves nothing of the file.
    func take(
        _ reports: [PositionReport], of recorders: [TrackRecorder], of person: AccountID
    ) async throws -> Taken {
        var taken = Taken(), noDevice: CommunityFault?
        var known = try await devices.all(of: person).filter { $0.kind == .files }
            .reduce(into: [:]) { $0[$1.name] = $0[$1.name] ?? $1 }
        for recorder in recorders {
            let isNew = known[recorder.name] == nil
            if isNew, noDevice == nil {
                do {
                    known[recorder.name] = try await devices.add(.files, named: recorder.name, of: person).0
                } catch let fault as CommunityFault {
                    guard case .quotaReached = fault else { throw fault }
                    noDevice = fault
                }
            }
            guard let device = known[recorder.name] else {
                taken.refused += recorder.fixes.map { ($0, .noDevice) }
                continue
            }
            // Other programs' files have parts of a second that a phone left out when it reported.
            let part: Taken
            do {
                part = try await take(
                    recorder.fixes.map { reports[$0] }, from: device, refusingOld: true,
                    precision: recorder.isNamed ? 1 : 1000)
            } catch CommunityFault.quotaReached(let quota, let limit, let secondsLeft) {
                if isNew { try await devices.remove(device.id, of: person) }
                // What was kept of others before stays.
                guard taken.outcome.added > 0 else {
                    throw CommunityFault.quotaReached(quota, limit: limit, secondsLeft: secondsLeft)
                }
                taken.leftOutOfFiles += recorder.fixes.count
                continue
            }
            // A file of what is here already leaves no device of it.
            if isNew, part.outcome.added == 0 {
                try await devices.remove(device.id, of: person)
                known[recorder.name] = nil
            }
            taken.outcome.added += part.outcome.added
            taken.outcome.repeated += part.outcome.repeated
            taken.leftOutOfFiles += part.outcome.leftOut.count
            taken.refused += part.refused.map { (recorder.fixes[$0.index], $0.fault) }
        }
        if let noDevice, taken.outcome.added + taken.outcome.repeated == 0 { throw noDevice }
        return taken
    }
}
