import Atlas
import GeoCore

extension RouteEngine {
    /// Finds round walks, best first: within a tenth of the wanted length, and with at most 15 % of it walked twice. If
    /// there is none, returns the walk with the least walked twice, with a notice.
    ///
    /// The same request gives the same answer. Several walks share at most three fifths of their length, also side by
    /// side, and pass different places as long as there are others.
    ///
    /// - Complexity: up to 25 explorations of the area within three fifths of the length; three times as many if there
    ///   is no walk.
    package func loops(
        _ question: LoopQuestion, workspace: inout RouteWorkspace
    ) throws(RouteError) -> LoopPlan {
        precondition(!question.profile.isVehicle, "round walks need a profile for walking")
        let starts = try positions(
            of: question.start, question.profile, withinMetres: question.snapLimitInMetres)
        let search = LoopSearch(metric(question.profile).graph, starts, question.goal)
        search.goOut(&workspace.loops, &workspace.exploration.queue, until: workspace.stop)
        try workspace.stop.check()
        let core = search.core(workspace.loops)
        let groups =
            if let places = question.places {
                search.turns(workspace.loops, at: places.map { self.positions(of: $0, question) })
            } else {
                LoopSearch.turningShares.map { search.turns(workspace.loops, core: core, at: $0) }
            }
        if question.places != nil, groups.isEmpty { return .none(.noPlaceInReach) }
        var choice = LoopChoice(question)
        for (index, turns) in groups.enumerated() where !choice.hasGood {
            for turn in turns where !choice.hasPlenty {
                try workspace.stop.check()
                let walks = search.walks(
                    by: turn, core: core, &workspace.loops, &workspace.exploration.queue, until: workspace.stop)
                try workspace.stop.check()
                for walk in walks { choice.consider(loop(along: walk, question), walk.place) }
            }
            guard index == 0, question.places == nil, !choice.hasGood else { continue }
            for walk in search.rounds(core: core, workspace.loops) { choice.consider(loop(along: walk, question), nil) }
        }
        return choice.plan(network)
    }

    private func positions(of place: LoopQuestion.Place, _ question: LoopQuestion) -> [SnappedPosition] {
        do throws(RouteError) {
            return try positions(of: [place.coordinate], question.profile, withinMetres: 200)[0]
        } catch {
            return []  // No walk passes a place without a street.
        }
    }

    private func loop(along walk: LoopSearch.Walk, _ question: LoopQuestion) -> PlannedRoute {
        let middle = walk.place.flatMap { question.places?[$0].coordinate }
        var asked = RouteQuestion(
            [question.start] + [middle].compactMap { $0 } + [question.start], profile: question.profile)
        asked.language = question.language
        return route(along: walk.legPaths, asked, [])
    }
}

/// Chooses among round walks.
private struct LoopChoice {
    private let question: LoopQuestion
    private var kept: [Candidate] = []
    /// The best of the walks that miss a requirement.
    private var second: Candidate?
    /// The amount of the best walk of another length, and its deviation.
    private var otherAmount: (amount: UInt32, deviation: Double)?

    private struct Candidate {
        var walk: PlannedLoop
        var place: Int?
        var price: Double
    }

    init(_ question: LoopQuestion) { self.question = question }

    /// Keeps a walk that may be an answer.
    mutating func consider(_ route: PlannedRoute, _ place: Int?) {
        let wanted: UInt32, isByLength: Bool
        switch question.goal {
        case .time(let millis): (wanted, isByLength) = (millis, false)
        case .length(let millimetres): (wanted, isByLength) = (millimetres, true)
        }
        let measure = LoopMeasure(route, isByLength: isByLength)
        let deviation = (Double(measure.amount) / Double(wanted) - 1).magnitude
        guard deviation <= LoopQuestion.widestTolerance else {
            if measure.walkedTwice <= LoopQuestion.mostWalkedTwice, deviation < otherAmount?.deviation ?? .infinity {
                otherAmount = (measure.amount, deviation)
            }
            return
        }
        // A walk that comes home only by its outward path is not a round walk.
        guard measure.walkedTwice < Self.mostOfAll else { return }
        var candidate = Candidate(
            walk: PlannedLoop(
                route: route, walkedTwice: measure.walkedTwice, place: place.flatMap { question.places?[$0] }),
            place: place, price: 2 * measure.walkedTwice + measure.besideItself + 0.5 * deviation)
        guard measure.walkedTwice > LoopQuestion.mostWalkedTwice || deviation > LoopQuestion.tolerance else {
            return kept.append(candidate)
        }
        guard candidate.price < second?.price ?? .infinity else { return }
        let percent = Int((measure.walkedTwice * 100).rounded(.toNearestOrEven))
        if measure.walkedTwice > LoopQuestion.mostWalkedTwice {
            candidate.walk.route.notices.append(.repeatsStreets(percent: percent))
        }
        second = candidate
    }

    private static let mostOfAll = 0.45

    /// Whether there is a walk that meets all requirements.
    var hasGood: Bool { !kept.isEmpty }

    /// Whether there are enough walks that a search for better ones is not worthwhile.
    var hasPlenty: Bool { kept.count >= Self.plenty * question.count }

    private static let plenty = 12

    /// Returns the best distinct walks.
    func plan(_ network: RoadNetwork) -> LoopPlan {
        guard hasGood else {
            if let second { return .walks([second.walk]) }
            return .none(otherAmount.map { .otherLength($0.amount) } ?? .runsBack)
        }
        let order = kept.indices.sorted { (kept[$0].price, $0) < (kept[$1].price, $1) }
        var chosen: [Int] = []
        // Different places first; if there are no others, different paths.
        for isPlaceNew in [true, false] {
            for index in order where chosen.count < question.count && !chosen.contains(index) {
                let isNew = chosen.allSatisfy { kept[$0].place != kept[index].place }
                guard isNew || !isPlaceNew || kept[index].place == nil else { continue }
                if chosen.allSatisfy({ Self.shared(kept[$0].walk, kept[index].walk) <= Self.mostShared }) {
                    chosen.append(index)
                }
            }
        }
        var walks = chosen.map { kept[$0].walk }
        // Places distinguish walks better than streets do.
        if walks.count > 1, question.places == nil {
            let labels = RouteLabels(walks.map { $0.route }, network)
            for index in walks.indices { walks[index].route.label = labels.label(of: index) }
        }
        return .walks(walks)
    }

    private static let mostShared = 0.6
    /// Two walks this near to each other, such as on the two sidewalks of a street, are one walk. In metres.
    private static let sideInMetres = 25.0

    /// Returns how much of one walk is also the other, in either direction: on its streets, or beside it.
    private static func shared(_ one: PlannedLoop, _ two: PlannedLoop) -> Double {
        max(sharedStreets(one, two), beside(one, two), beside(two, one))
    }

    private static func beside(_ one: PlannedLoop, _ two: PlannedLoop) -> Double {
        guard let home = one.route.geometry.first else { return 1 }
        var cells = LineCells(around: home, sideInMetres: sideInMetres)
        cells.mark(one.route.geometry)
        return cells.share(of: two.route.geometry)
    }

    /// Returns the share of the shorter walk's length on streets of the other.
    private static func sharedStreets(_ one: PlannedLoop, _ two: PlannedLoop) -> Double {
        let streets = one.route.legs.flatMap { $0.spans }.map { $0.arc.edge.rawValue }.sorted()
        var shared: Int64 = 0
        for span in two.route.legs.flatMap({ $0.spans }) {
            var low = 0, high = streets.count
            while low < high {
                let middle = (low + high) / 2
                if streets[middle] < span.arc.edge.rawValue { low = middle + 1 } else { high = middle }
            }
            if low < streets.count, streets[low] == span.arc.edge.rawValue { shared += Int64(span.lengthMillimetres) }
        }
        let shorter = min(one.route.lengthMillimetres, two.route.lengthMillimetres)
        return shorter > 0 ? Double(shared) / Double(shorter) : 1
    }
}
