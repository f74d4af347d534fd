#if arch(wasm32)
    import GeoCore
    import Routing
    import Search

    /// Answers with round walks, best first; see `RouteJSON`. `unit` says what `amount` counts: 0 for minutes, 1 for
    /// metres, 2 for steps. `kind` is the kind of place that each walk passes; empty for walks anywhere.
    @_expose(wasm, "loop")
    @c public func loop(
        _ session: UnsafeMutableRawPointer, _ latitude: Double, _ longitude: Double, _ unit: Int32, _ amount: Int32,
        _ kind: UnsafeRawPointer, _ kindCount: UInt32, _ profile: UnsafeRawPointer, _ profileCount: UInt32,
        _ alternatives: Int32, _ language: UnsafeRawPointer, _ languageCount: UInt32
    ) -> Int32 {
        unsafe ask(session) { engines, workspaces throws(Refusal) in
            let start = try coordinate(latitude, longitude, "lat")
            let profile = try unsafe wayOfTravel(profile, profileCount)
            guard profile == .foot || profile == .wheelchair else {
                throw Refusal(invalid: "profile", "is not one of foot, wheelchair")
            }
            guard 0...3 ~= alternatives else { throw Refusal(invalid: "alternatives", "is not within 0...3") }
            let tag = unsafe try languageTag(language, languageCount)
            var question = LoopQuestion(start, try goal(unit, amount), profile: profile)
            question.language = tag.flatMap { Language(tag: $0) } ?? .english
            question.count = Int(alternatives) + 1
            let kind = try unsafe text(kind, kindCount, "kind", maximumLength: 256)
            if !kind.isEmpty { question.places = engines.places(of: kind, near: start, tag, &workspaces) }
            return try engines.loops(question, &workspaces)
        }
    }

    /// Answers with the quickest order of points, and the route in that order; see `RouteJSON`. `isRound`, `fromFirst`
    /// and `toLast` are not 0 if the trip returns to its start, begins at the first point and ends at the last.
    @_expose(wasm, "trip")
    @c public func trip(
        _ session: UnsafeMutableRawPointer, _ points: UnsafeRawPointer, _ pointBytes: UInt32, _ isRound: Int32,
        _ fromFirst: Int32, _ toLast: Int32, _ profile: UnsafeRawPointer, _ profileCount: UInt32,
        _ language: UnsafeRawPointer, _ languageCount: UInt32
    ) -> Int32 {
        unsafe ask(session) { engines, workspaces throws(Refusal) in
            let profile = try engines.answered(unsafe wayOfTravel(profile, profileCount))
            var question = TripQuestion(try unsafe coordinates(points, pointBytes), profile: profile)
            let tag = unsafe try languageTag(language, languageCount)
            question.language = tag.flatMap { Language(tag: $0) } ?? .english
            question.ends = Trip.Ends(
                isRoundTrip: isRound != 0, startsAtFirst: fromFirst != 0, endsAtLast: toLast != 0)
            do throws(RouteError) {
                let plan = try engines.routes.trips(question, workspace: &workspaces.routes)
                return RouteJSON.write(plan, engines.routes)
            } catch {
                throw Refusal(code: error.code, message: error.message, field: "points")
            }
        }
    }

    extension Engines {
        fileprivate func places(
            of kind: String, near: Coordinate, _ language: String?, _ workspaces: inout Workspaces
        ) -> [LoopQuestion.Place] {
            search.places(of: kind, near: near, language, &workspaces.search).map {
                LoopQuestion.Place($0.point, id: $0.id, name: $0.name)
            }
        }

        fileprivate func loops(_ question: LoopQuestion, _ workspaces: inout Workspaces) throws(Refusal) -> [UInt8] {
            let plan: LoopPlan
            do throws(RouteError) {
                plan = try routes.loops(question, workspace: &workspaces.routes)
            } catch {
                throw Refusal(code: error.code, message: error.message, field: "lat")
            }
            switch plan {
            case .walks(let walks): return RouteJSON.write(walks, routes)
            case .none(let shortfall):
                throw Refusal(
                    code: LoopPlan.Shortfall.code, message: shortfall.message(question.goal), field: shortfall.field)
            }
        }
    }

    /// Reads the length of a walk, from a turn around the block to more than a day's steps.
    private func goal(_ unit: Int32, _ amount: Int32) throws(Refusal) -> LoopQuestion.Goal {
        switch unit {
        case 0 where 5...160 ~= amount: return .time(millis: UInt32(amount) * 60_000)
        case 1 where 300...13_000 ~= amount: return .length(millimetres: UInt32(amount) * 1000)
        case 2 where 500...20_000 ~= amount: return .steps(Int(amount))
        default: throw Refusal(invalid: "length", "is not 5 to 160 minutes, 300 to 13000 metres or 500 to 20000 steps")
        }
    }
#endif
