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
        var named: [TrackRecorder] = [], others: [Span] = [], names: [String: Int] = [:]
        for (number, fixes) in Dictionary(grouping: track.fixes.indices, by: { track.fixes[$0].track })
            .sorted(by: { $0.key < $1.key })
        {
            guard let name = track.tracks[number].device, isName(name) else {
                others.append(Span(fixes, of: track))
                continue
            }
            names[name, default: 0] += 1
            named.append(TrackRecorder(name: numbered(name, names[name] ?? 1), isNamed: true, fixes: fixes))
        }
        return named + apart(others)
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

    /// The fewest recorders of tracks of which none was recorded while another of the same was.
    private static func apart(_ spans: [Span]) -> [TrackRecorder] {
        var recorders: [(recorder: TrackRecorder, end: Int64)] = []
        for span in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            let free = recorders.firstIndex { $0.end <= span.start }
            if let index = free ?? (recorders.count < mostAtOnce ? nil : recorders.count - 1) {
                recorders[index].recorder.fixes += span.fixes
                recorders[index].end = max(recorders[index].end, span.end)
            } else {
                let name = numbered(usualName, recorders.count + 1)
                recorders.append((TrackRecorder(name: name, isNamed: false, fixes: span.fixes), span.end))
            }
        }
        return recorders.map(\.recorder)
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
    /// Records the points of a file, `reports`, each from the device of a person that stands for who recorded it.
    func take(
        _ reports: [PositionReport], of recorders: [TrackRecorder], of person: AccountID
    ) async throws -> Taken {
        var taken = Taken()
        for recorder in recorders {
            let (device, isNew) = try await devices.files(named: recorder.name, of: person)
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
            if isNew, part.outcome.added == 0 { try await devices.remove(device.id, of: person) }
            taken.outcome.added += part.outcome.added
            taken.outcome.repeated += part.outcome.repeated
            taken.leftOutOfFiles += part.outcome.leftOut.count
            taken.refused += part.refused.map { (recorder.fixes[$0.index], $0.fault) }
        }
        return taken
    }
}
