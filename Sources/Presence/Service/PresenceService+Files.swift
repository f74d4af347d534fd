package import Community

/// A device that recorded points of a file.
package struct TrackRecorder: Equatable, Sendable {
    /// The device's name.
    package let name: String
    /// Whether the file names the device: this server's exports have a track for each device.
    package let isNamed: Bool
    /// Its points, by their index in the file.
    package var fixes: [Int] = []

    package init(name: String, isNamed: Bool, fixes: [Int]) {
        (self.name, self.isNamed, self.fixes) = (name, isNamed, fixes)
    }
}

extension PresenceService {
    /// Records the points of a file, `reports`, each from the device of a person that stands for its recorder. Points
    /// of devices beyond the person's quota are refused. Throws `quotaReached` when a quota leaves nothing of the file.
    package func record(
        _ reports: [PositionReport], of recorders: [TrackRecorder], of person: AccountID
    ) async throws -> ReportResult {
        var result = ReportResult(), noDevice: CommunityFault?
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
                result.refused += recorder.fixes.map { ($0, .noDevice) }
                continue
            }
            // Files of other programs have fractions of a second that a phone's report leaves out.
            let part: ReportResult
            do {
                part = try await record(
                    recorder.fixes.map { reports[$0] }, from: device, refusingOld: true,
                    precision: recorder.isNamed ? 1 : 1000)
            } catch CommunityFault.quotaReached(let quota, let limit, let secondsLeft) {
                if isNew { try await devices.remove(device.id, of: person) }
                // The points of other recorders stay.
                guard result.outcome.added > 0 else {
                    throw CommunityFault.quotaReached(quota, limit: limit, secondsLeft: secondsLeft)
                }
                result.leftOutOfFiles += recorder.fixes.count
                continue
            }
            // A file without anything new leaves no device.
            if isNew, part.outcome.added == 0 {
                try await devices.remove(device.id, of: person)
                known[recorder.name] = nil
            }
            result.outcome.added += part.outcome.added
            result.outcome.repeated += part.outcome.repeated
            result.leftOutOfFiles += part.outcome.leftOut.count
            result.refused += part.refused.map { (recorder.fixes[$0.index], $0.fault) }
        }
        if let noDevice, result.outcome.added + result.outcome.repeated == 0 { throw noDevice }
        return result
    }
}
