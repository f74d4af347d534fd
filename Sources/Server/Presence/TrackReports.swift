import GeoCore
import HereaboutsAPI
import Presence

extension TrackFile {
    /// The track as a device would have reported it, one report for each of `fixes`; throws when no point has a time.
    var reports: [PositionReport] {
        get throws(Fault) {
            guard fixes.contains(where: { $0.time != nil }) else {
                throw Fault(reason: "no point of the file has a time; export it with times")
            }
            return fixes.map { fix in
                var report = PositionReport()
                report.latitude = fix.coordinate.latitude
                report.longitude = fix.coordinate.longitude
                report.time = fix.time
                report.altitudeMetres = fix.altitudeMetres
                report.speed = fix.speed
                report.course = fix.course
                report.accuracyMetres = fix.accuracyMetres
                return report
            }
        }
    }
}

extension PositionsTaken {
    /// Says how many points of a file were added, and which were refused, by their index in the file. The list of
    /// refusals always names the place where the file became unreadable.
    init(_ result: PresenceService.ReportResult, of track: TrackFile) {
        let late = result.refused.map { refusal in
            let fix = track.fixes[refusal.index]
            return Refusal(index: fix.index, reason: fix.timeFault?.sentence ?? refusal.fault.sentence)
        }
        let early = track.refused.map { Refusal(index: $0.index, reason: $0.sentence) }
        let all = (early + late).sorted { $0.index < $1.index }
        var named = all.prefix(RefusalLimit.mostNamed)
        if all.count > named.count, case .damage = track.refused.last?.reason, let end = early.last {
            named = named.dropLast() + [end]
        }
        self.init(
            added: result.outcome.added, repeated: result.outcome.repeated, refusedCount: all.count,
            refused: Array(named), leftOut: result.leftOut)
    }
}
