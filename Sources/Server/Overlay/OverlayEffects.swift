import Atlas
import Community
import HereaboutsAPI
import Routing
import Synchronization

/// Says what features of the overlay do to the streets of the atlas in service while they hold: in previews, and beside
/// the draft. One question at a time, as each may take a second.
///
/// A class because a question ends the one before of the same asker, and because the answer for the draft is kept.
final class OverlayEffects: Sendable {
    private let atlas: LiveAtlas
    private let workers: WorkerPool

    /// A question that may end before it is answered.
    private final class Asking: Sendable {
        private let stopped = Atomic<Bool>(false)

        var isStopped: Bool { stopped.load(ordering: .relaxed) }

        func stop() { stopped.store(true, ordering: .relaxed) }
    }
    /// What the draft does, or will have been found to do.
    private struct Draft {
        let revision: Int
        let atlas: String
        let asking: Asking
        let effects: Task<[OverlayEffect], any Error>
    }
    private struct State {
        /// The newest preview of each account.
        var previews: [AccountID: Asking] = [:]
        var draft: Draft?
    }
    private let state = Mutex(State())

    init(_ atlas: LiveAtlas, _ workers: WorkerPool) {
        self.atlas = atlas
        self.workers = workers
    }

    /// Returns what features would do, with the streets drawn. Throws `unavailable` when too much is waiting, or when
    /// the same account asks for another preview meanwhile.
    func preview(of features: [Community.Overlay.Feature], for account: AccountID) async throws -> OverlayPreview {
        let asking = Asking()
        state.withLock { $0.previews.updateValue(asking, forKey: account)?.stop() }
        defer { state.withLock { if $0.previews[account] === asking { $0.previews[account] = nil } } }
        return try await answer(features, drawing: OverlayPreview.mostPoints, asking)
    }

    /// Returns what the draft does, without the streets: `nil` when too much is waiting. Found once for each revision
    /// and atlas.
    func ofDraft(_ overlay: Community.Overlay) async throws -> [OverlayEffect]? {
        let atlas = atlas.current.identity
        let draft = state.withLock { state in
            if let kept = state.draft, kept.revision == overlay.revision, kept.atlas == atlas { return kept }
            state.draft?.asking.stop()
            let asking = Asking()
            let effects = Task { try await answer(overlay.draft, drawing: 0, asking).effects }
            let draft = Draft(revision: overlay.revision, atlas: atlas, asking: asking, effects: effects)
            state.draft = draft
            return draft
        }
        do {
            return try await draft.effects.value
        } catch let error as ErrorBody where error.code == .unavailable {
            // Who asks next tries again.
            state.withLock { if $0.draft?.asking === draft.asking { $0.draft = nil } }
            return nil
        }
    }

    private func answer(
        _ features: [Community.Overlay.Feature], drawing mostPoints: Int, _ asking: Asking
    ) async throws -> OverlayPreview {
        let changes = features.indexedStreetChanges
        guard !changes.isEmpty else { return OverlayPreview(effects: [], drawsAll: true) }
        return try await withTaskCancellationHandler {
            try await workers.runInTurn { [atlas] in
                let routes = atlas.current.routes
                var answer = OverlayPreview(effects: [], drawsAll: true), room = mostPoints
                for (feature, change) in changes {
                    let streets = routes.streets(changedBy: change, drawing: &room) { asking.isStopped }
                    guard !asking.isStopped else { throw Self.replaced }
                    answer.drawsAll = answer.drawsAll && streets.areAllDrawn
                    answer.effects.append(
                        OverlayEffect(feature, streets, routes.network.text, isDrawn: mostPoints > 0))
                }
                return answer
            }
        } onCancel: {
            asking.stop()
        }
    }

    private static let replaced = ErrorBody(.unavailable, "another preview was asked for meanwhile")
}

extension OverlayPreview {
    /// The most points that one answer draws.
    fileprivate static let mostPoints = 20_000
}

extension OverlayEffect {
    /// The most names of one feature.
    private static let mostNames = 5

    fileprivate init(_ feature: Int, _ streets: ChangedStreets, _ text: StringTable, isDrawn: Bool) {
        let metres = Double(streets.lengthMillimetres) / 1000
        self.init(
            feature: feature, streets: streets.count, distance: (metres * 10).rounded(.toNearestOrEven) / 10,
            names: streets.names.prefix(Self.mostNames).map { text.string($0) },
            lines: isDrawn ? streets.lines.map { line in line.map { GuideLocation($0) } } : nil)
    }
}
