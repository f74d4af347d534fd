#if arch(wasm32)
    import GeoCore
    import Routing

    // Points are pairs of latitude and longitude, consecutive 64-bit numbers; a profile is given by its name, such as
    // `car`. The levels of a building on which the first and the last point are may be NaN, for none.

    /// Answers with the quickest route through points, and up to `alternatives` other routes as its `alternatives`; see
    /// `RouteJSON`. `language` is a tag such as `fi`.
    @_expose(wasm, "route")
    @c public func route(
        _ session: UnsafeMutableRawPointer, _ points: UnsafeRawPointer, _ pointBytes: UInt32, _ startLevel: Double,
        _ endLevel: Double, _ profile: UnsafeRawPointer, _ profileCount: UInt32, _ alternatives: Int32,
        _ language: UnsafeRawPointer, _ languageCount: UInt32
    ) -> Int32 {
        unsafe ask(session) { engines, workspaces throws(Refusal) in
            guard 0...3 ~= alternatives else { throw Refusal(invalid: "alternatives", "is not within 0...3") }
            var question = try unsafe question(points, pointBytes, profile, profileCount, language, languageCount)
            question.setLevels(start: startLevel, end: endLevel)
            question.wantsReport = true
            let routes = try engines.routes(question, alternatives: Int(alternatives), &workspaces)
            return alternatives > 0
                ? RouteJSON.write(routes, engines.routes) : RouteJSON.write(routes[0], engines.routes)
        }
    }

    /// Answers with one of the routes of `route` as a file for devices, the quickest being 0; see `RouteGPX`.
    @_expose(wasm, "routeGPX")
    @c public func routeGPX(
        _ session: UnsafeMutableRawPointer, _ points: UnsafeRawPointer, _ pointBytes: UInt32, _ startLevel: Double,
        _ endLevel: Double, _ profile: UnsafeRawPointer, _ profileCount: UInt32, _ alternatives: Int32, _ only: Int32,
        _ language: UnsafeRawPointer, _ languageCount: UInt32
    ) -> Int32 {
        unsafe ask(session) { engines, workspaces throws(Refusal) in
            guard 0...3 ~= alternatives else { throw Refusal(invalid: "alternatives", "is not within 0...3") }
            var question = try unsafe question(points, pointBytes, profile, profileCount, language, languageCount)
            question.setLevels(start: startLevel, end: endLevel)
            let routes = try engines.routes(question, alternatives: Int(alternatives), &workspaces)
            guard only >= 0, Int(only) < routes.count else {
                throw Refusal(invalid: "only", "is none of the \(routes.count) routes, from 0")
            }
            return RouteGPX.write(routes[Int(only)], engines.routes)
        }
    }

    /// Replaces the temporary changes that routes respect, and answers nothing. `changes` are consecutive 64-bit
    /// numbers; see `StreetChange.read`.
    @_expose(wasm, "applyChanges")
    @c public func applyChanges(
        _ session: UnsafeMutableRawPointer, _ changes: UnsafeRawPointer, _ changeBytes: UInt32
    ) -> Int32 {
        unsafe session.assumingMemoryBound(to: Session.self).pointee.applyChanges { () throws(Refusal) in
            let size = UInt32(MemoryLayout<Double>.size), count = changeBytes / size
            // Far more than the largest overlay has.
            guard changeBytes % size == 0, count <= 1 << 20 else { throw Refusal(invalid: "changes", "are too many") }
            var numbers: [Double] = []
            numbers.reserveCapacity(Int(count))
            for index in 0..<Int(count) {
                numbers.append(unsafe (changes + index * Int(size)).loadUnaligned(as: Double.self))
            }
            guard let changes = StreetChange.read(numbers) else {
                throw Refusal(invalid: "changes", "are not what is different about streets")
            }
            return changes
        }
    }

    /// Answers with the area reachable within times; see `ReachJSON`. `minutes` are consecutive 32-bit numbers. The
    /// answer includes streets if `withStreets` is not 0.
    @_expose(wasm, "reach")
    @c public func reach(
        _ session: UnsafeMutableRawPointer, _ latitude: Double, _ longitude: Double, _ minutes: UnsafeRawPointer,
        _ minuteBytes: UInt32, _ profile: UnsafeRawPointer, _ profileCount: UInt32, _ withStreets: Int32
    ) -> Int32 {
        unsafe ask(session) { engines, workspaces throws(Refusal) in
            let from = try coordinate(latitude, longitude, "from")
            let minutes = try unsafe minuteList(minutes, minuteBytes)
            let profile = try engines.answered(unsafe wayOfTravel(profile, profileCount))
            do throws(RouteError) {
                let found = try engines.routes.reach(
                    from: from, profile, within: minutes.map { UInt32($0) * 60_000 }, workspace: &workspaces.routes)
                return ReachJSON.write(
                    found.reaches, of: minutes, from: found.start, profile, engines.routes,
                    withStreets: withStreets != 0)
            } catch {
                throw Refusal(error, pointCount: 1)
            }
        }
    }

    /// Answers with the times and lengths between some of many points; see `TableJSON`. `sources` and `targets` are
    /// indices of the points, consecutive 32-bit numbers.
    @_expose(wasm, "table")
    @c public func table(
        _ session: UnsafeMutableRawPointer, _ points: UnsafeRawPointer, _ pointBytes: UInt32,
        _ sources: UnsafeRawPointer, _ sourceBytes: UInt32, _ targets: UnsafeRawPointer, _ targetBytes: UInt32,
        _ profile: UnsafeRawPointer, _ profileCount: UInt32
    ) -> Int32 {
        unsafe ask(session) { engines, workspaces throws(Refusal) in
            let profile = try engines.answered(unsafe wayOfTravel(profile, profileCount))
            let points = try unsafe coordinates(points, pointBytes)
            var question = TableQuestion(points, profile: profile)
            question.wantsLengths = true
            question.sources = try unsafe positions(sources, sourceBytes, "sources", below: points.count)
            question.targets = try unsafe positions(targets, targetBytes, "targets", below: points.count)
            do throws(RouteError) {
                let table = try engines.routes.table(question, workspace: &workspaces.routes)
                return TableJSON.write(table, profile, engines.routes)
            } catch {
                throw Refusal(code: error.code, message: error.message, field: "points")
            }
        }
    }

    extension Engines {
        fileprivate func routes(
            _ question: RouteQuestion, alternatives: Int, _ workspaces: inout Workspaces
        ) throws(Refusal) -> [PlannedRoute] {
            _ = try answered(question.profile)
            do throws(RouteError) {
                return try routes.routes(question, alternatives: alternatives, workspace: &workspaces.routes)
            } catch {
                throw Refusal(error, pointCount: question.points.count)
            }
        }
    }

    @unsafe
    private func question(
        _ points: UnsafeRawPointer, _ pointBytes: UInt32, _ profile: UnsafeRawPointer, _ profileCount: UInt32,
        _ language: UnsafeRawPointer, _ languageCount: UInt32
    ) throws(Refusal) -> RouteQuestion {
        var question = RouteQuestion(
            try unsafe coordinates(points, pointBytes), profile: try unsafe wayOfTravel(profile, profileCount))
        let tag = unsafe try languageTag(language, languageCount)
        question.language = tag.flatMap { Language(tag: $0) } ?? .english
        return question
    }

    @unsafe
    func wayOfTravel(_ bytes: UnsafeRawPointer, _ count: UInt32) throws(Refusal) -> Profile {
        guard let profile = Profile(name: try unsafe text(bytes, count, "profile", maximumLength: 16)) else {
            throw Refusal(invalid: "profile", "is none of foot, wheelchair, bicycle, car")
        }
        return profile
    }

    /// Reads points, at most one more than the engine accepts; the engine then reports that they are too many.
    @unsafe
    func coordinates(_ bytes: UnsafeRawPointer, _ count: UInt32) throws(Refusal) -> [Coordinate] {
        let size = UInt32(2 * MemoryLayout<Double>.size)
        guard count % size == 0 else { throw Refusal(invalid: "points", "are not pairs of numbers") }
        let pairs = Int(min(count / size, UInt32(RouteEngine.maximumPoints + 1)))
        var coordinates: [Coordinate] = []
        for index in 0..<pairs {
            let numbers = unsafe (bytes + index * Int(size))
            let latitude = unsafe numbers.loadUnaligned(as: Double.self)
            let longitude = unsafe numbers.loadUnaligned(fromByteOffset: Int(size) / 2, as: Double.self)
            coordinates.append(
                try coordinate(latitude, longitude, Refusal.field(ofPoint: index, among: pairs)))
        }
        return coordinates
    }

    @unsafe
    private func minuteList(_ bytes: UnsafeRawPointer, _ count: UInt32) throws(Refusal) -> [Int] {
        let minutes = try unsafe positions(bytes, count, "minutes", below: 61)
        guard 1...4 ~= minutes.count, !minutes.contains(0) else {
            throw Refusal(invalid: "minutes", "are not one to four numbers from 1 to 60")
        }
        return minutes
    }

    /// Reads whole numbers from 0 on, at most as many as there may be points.
    @unsafe
    private func positions(
        _ bytes: UnsafeRawPointer, _ count: UInt32, _ field: String, below limit: Int
    ) throws(Refusal) -> [Int] {
        let size = UInt32(MemoryLayout<Int32>.size)
        guard count % size == 0, count / size <= UInt32(RouteEngine.maximumPoints) else {
            throw Refusal(invalid: field, "has more than \(RouteEngine.maximumPoints) numbers")
        }
        var numbers: [Int] = []
        for index in 0..<Int(count / size) {
            let number = unsafe (bytes + index * Int(size)).loadUnaligned(as: Int32.self)
            guard 0..<Int32(limit) ~= number else { throw Refusal(invalid: field, "has a number beyond \(limit - 1)") }
            numbers.append(Int(number))
        }
        return numbers
    }
#endif
