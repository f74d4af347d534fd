import Atlas
import Community
import HereaboutsAPI
import Routing
import Synchronization

/// Reports how features of the overlay would change the streets of the current atlas: in previews, and beside the
/// draft. It answers one question at a time, as each may take a second.
///
/// A class because a question cancels the earlier one of the same account, and because the draft's answer is cached.
final class OverlayEffects: Sendable {
    private let atlas: LiveAtlas
    private let workers: WorkerPool

    /// A question that may be cancelled.
    private final class Question: Sendable {
        private let stopped = Atomic<Bool>(false)

        var isStopped: Bool { stopped.load(ordering: .relaxed) }

        func stop() { stopped.store(true, ordering: .relaxed) }
    }
    /// The effects of the draft, or the task that finds them.
    private struct Draft {
        let revision: Int
        let atlas: String
        let question: Question
        let effects: Task<[OverlayEffect], any Error>
    }
    private struct State {
        /// The newest preview of each account.
        var previews: [AccountID: Question] = [:]
        var draft: Draft?
    }
    private let state = Mutex(State())

    init(_ atlas: LiveAtlas, _ workers: WorkerPool) {
        self.atlas = atlas
        self.workers = workers
    }

    /// Returns the effects of features, with the changed streets. Throws `unavailable` when too much work is waiting,
    /// or when the same account requests another preview meanwhile.
    func preview(of features: [Community.Overlay.Feature], for account: AccountID) async throws -> OverlayPreview {
        let question = Question()
        state.withLock { $0.previews.updateValue(question, forKey: account)?.stop() }
        defer { state.withLock { if $0.previews[account] === question { $0.previews[account] = nil } } }
        return try await answer(features, drawing: OverlayPreview.mostPoints, question)
    }

    /// Returns the effects of the draft, without the streets; `nil` when too much work is waiting. It finds them once
    /// for each revision and atlas.
    func ofDraft(_ overlay: Community.Overlay) async throws -> [OverlayEffect]? {
        let atlas = atlas.current.identity
        let draft = state.withLock { state in
            if let kept = state.draft, kept.revision == overlay.revision, kept.atlas == atlas { return kept }
            state.draft?.question.stop()
            let question = Question()
            let effects = Task { try await answer(overlay.draft, drawing: 0, question).effects }
            let draft = Draft(revision: overlay.revision, atlas: atlas, question: question, effects: effects)
            state.draft = draft
            return draft
        }
        do {
            return try await draft.effects.value
        } catch let error as ErrorBody where error.code == .unavailable {
            // The next request tries again.
            state.withLock { if $0.draft?.question === draft.question { $0.draft = nil } }
            return nil
        }
    }

    private func answer(
        _ features: [Community.Overlay.Feature], drawing mostPoints: Int, _ question: Question
    ) async throws -> OverlayPreview {
        let changes = features.indexedStreetChanges
        guard !changes.isEmpty else { return OverlayPreview(effects: [], drawsAll: true) }
        return try await withTaskCancellationHandler {
            try await workers.runInTurn { [atlas] in
                let routes = atlas.current.routes
                var answer = OverlayPreview(effects: [], drawsAll: true), room = mostPoints
                for (feature, change) in changes {
                    let streets = routes.streets(changedBy: change, drawing: &room) { question.isStopped }
                    guard !question.isStopped else { throw Self.replaced }
                    answer.drawsAll = answer.drawsAll && streets.areAllDrawn
                    answer.effects.append(
                        OverlayEffect(feature, streets, routes.network.text, isDrawn: mostPoints > 0))
                }
                return answer
            }
        } onCancel: {
            question.stop()
        }
    }

    private static let replaced = ErrorBody(.unavailable, "you requested another preview meanwhile")
}

extension OverlayPreview {
    /// The most points of streets in one answer.
    fileprivate static let mostPoints = 20_000
}

extension OverlayEffect {
    /// The most street names for one feature.
    private static let mostNames = 5

    fileprivate init(_ feature: Int, _ streets: ChangedStreets, _ text: StringTable, isDrawn: Bool) {
        let metres = Double(streets.lengthMillimetres) / 1000
        self.init(
            feature: feature, streets: streets.count, distance: (metres * 10).rounded(.toNearestOrEven) / 10,
            names: streets.names.prefix(Self.mostNames).map { text.string($0) },
            lines: isDrawn ? streets.lines.map { line in line.map { GuideLocation($0) } } : nil)
    }
}
