#if arch(wasm32)
    import Atlas
    import GeoCore
    import Search

    // A latitude of NaN means no position. A time is the place's local time, in minutes since 1970; below 0 if opening
    // states are not needed. With it come its UTC offset in minutes, the time when the offset changes, if within a week
    // (otherwise below 0), and the offset after that.

    /// Answers text that a user is typing with places; see `SearchEngine.suggest` and `HitJSON`.
    @_expose(wasm, "suggest")
    @c public func suggest(
        _ session: UnsafeMutableRawPointer, _ query: UnsafeRawPointer, _ queryCount: UInt32, _ latitude: Double,
        _ longitude: Double, _ limit: Int32, _ language: UnsafeRawPointer, _ languageCount: UInt32,
        _ time: Double, _ ahead: Double, _ changeAt: Double, _ aheadThen: Double
    ) -> Int32 {
        unsafe ask(session) { engines, workspaces throws(Refusal) in
            let request = SearchRequest(
                text: try unsafe typed(query, queryCount), near: try near(latitude, longitude), limit: Int(limit),
                language: try unsafe languageTag(language, languageCount))
            let answer = engines.search.suggest(request, workspace: &workspaces.search)
            let options = HitOptions(at: placeTime(time, ahead, changeAt, aheadThen), in: engines.guide)
            return HitJSON.write(answer, with: options, engines.search)
        }
    }

    /// Answers a complete query with places; see `SearchEngine.places` and `HitJSON`.
    @_expose(wasm, "places")
    @c public func places(
        _ session: UnsafeMutableRawPointer, _ query: UnsafeRawPointer, _ queryCount: UInt32, _ latitude: Double,
        _ longitude: Double, _ limit: Int32, _ language: UnsafeRawPointer, _ languageCount: UInt32,
        _ time: Double, _ ahead: Double, _ changeAt: Double, _ aheadThen: Double
    ) -> Int32 {
        unsafe ask(session) { engines, workspaces throws(Refusal) in
            let request = SearchRequest(
                text: try unsafe typed(query, queryCount), near: try near(latitude, longitude), limit: Int(limit),
                language: try unsafe languageTag(language, languageCount))
            let answer = engines.search.places(request, workspace: &workspaces.search)
            let options = HitOptions(at: placeTime(time, ahead, changeAt, aheadThen), in: engines.guide)
            return HitJSON.write(answer, with: options, engines.search)
        }
    }

    /// Replaces the guide that `suggest` and `places` search, and answers nothing. See `GuideTopic.read` for its form;
    /// empty for no guide.
    @_expose(wasm, "guide")
    @c public func guide(
        _ session: UnsafeMutableRawPointer, _ topics: UnsafeRawPointer, _ topicBytes: UInt32
    ) -> Int32 {
        unsafe session.assumingMemoryBound(to: Session.self).pointee.keep { () throws(Refusal) in
            // Far more than a guide has.
            guard topicBytes <= 16 << 20 else { throw Refusal(invalid: "topics", "are too many") }
            let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: topics, count: Int(topicBytes)))
            return GuideTopic.read(bytes.span)
        }
    }

    /// Answers with every fact about the place that belongs to OpenStreetMap's `id`, such as `w12`; see `PlaceJSON`.
    @_expose(wasm, "place")
    @c public func place(
        _ session: UnsafeMutableRawPointer, _ id: UnsafeRawPointer, _ idCount: UInt32, _ language: UnsafeRawPointer,
        _ languageCount: UInt32, _ time: Double, _ ahead: Double, _ changeAt: Double, _ aheadThen: Double
    ) -> Int32 {
        unsafe ask(session) { engines, _ throws(Refusal) in
            let tag = try unsafe languageTag(language, languageCount)
            guard let reference = PlaceRef(try unsafe text(id, idCount, "id", maximumLength: 64)),
                let answer = PlaceJSON.write(
                    reference, language: tag, at: placeTime(time, ahead, changeAt, aheadThen), engines.search)
            else { throw Refusal(code: "not_found", message: "this map has no such place", field: "id") }
            return answer
        }
    }

    /// Answers with the levels of a building and the rooms on them; see `BuildingJSON`.
    @_expose(wasm, "building")
    @c public func building(
        _ session: UnsafeMutableRawPointer, _ id: UnsafeRawPointer, _ idCount: UInt32, _ language: UnsafeRawPointer,
        _ languageCount: UInt32
    ) -> Int32 {
        unsafe ask(session) { engines, _ throws(Refusal) in
            let tag = try unsafe languageTag(language, languageCount)
            guard let reference = PlaceRef(try unsafe text(id, idCount, "id", maximumLength: 64)),
                let answer = BuildingJSON.write(reference, language: tag, engines.search)
            else {
                throw Refusal(
                    code: "not_found", message: "this map has nothing of the inside of that building", field: "id")
            }
            return answer
        }
    }

    /// Answers with the address of a point; see `AddressJSON`.
    @_expose(wasm, "address")
    @c public func address(
        _ session: UnsafeMutableRawPointer, _ latitude: Double, _ longitude: Double, _ language: UnsafeRawPointer,
        _ languageCount: UInt32, _ time: Double, _ ahead: Double, _ changeAt: Double, _ aheadThen: Double
    ) -> Int32 {
        unsafe ask(session) { engines, _ throws(Refusal) in
            let form = ReverseForm(
                language: try unsafe languageTag(language, languageCount),
                at: placeTime(time, ahead, changeAt, aheadThen), engines.search)
            return AddressJSON.write(at: try coordinate(latitude, longitude, "lat"), form, engines.search)
        }
    }

    private func near(_ latitude: Double, _ longitude: Double) throws(Refusal) -> Coordinate? {
        latitude.isNaN ? nil : try coordinate(latitude, longitude, "lat")
    }

    private func placeTime(
        _ minutes: Double, _ ahead: Double, _ changeAt: Double, _ aheadThen: Double
    ) -> PlaceTime? {
        guard minutes >= 0, minutes < 1e9, let local = LocalTime(minutes: Int(minutes)) else { return nil }
        guard ahead.magnitude <= 1440 else { return PlaceTime(local) }
        var change: ClockOffset.Change?
        if changeAt >= 0, changeAt < 1e9, aheadThen.magnitude <= 1440 {
            change = ClockOffset.Change(at: Int(changeAt), minutes: Int(aheadThen))
        }
        return PlaceTime(local, clock: ClockOffset(minutes: Int(ahead), change: change))
    }

    /// Reads the typed text.
    @unsafe
    private func typed(_ bytes: UnsafeRawPointer, _ count: UInt32) throws(Refusal) -> String {
        let query = try unsafe text(bytes, count, "q", maximumLength: 256)
        guard query.utf8.contains(where: { $0 != UInt8(ascii: " ") }) else { throw Refusal(invalid: "q", "is empty") }
        return query
    }
#endif
