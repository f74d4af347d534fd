#if arch(wasm32)
    import GeoCore

    /// Asks the session at an address that `open` returned.
    @unsafe
    func ask(
        _ session: UnsafeMutableRawPointer, _ question: (Engines, inout Workspaces) throws(Refusal) -> [UInt8]
    ) -> Int32 {
        unsafe session.assumingMemoryBound(to: Session.self).pointee.respond(question)
    }

    func coordinate(
        _ latitude: Double, _ longitude: Double, _ field: String
    ) throws(Refusal) -> Coordinate {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw Refusal(invalid: field, "is not latitude,longitude in degrees")
        }
        return coordinate
    }

    /// Reads the UTF-8 text that the loader has put at `bytes`.
    @unsafe
    func text(
        _ bytes: UnsafeRawPointer, _ count: UInt32, _ field: String, maximumLength: UInt32
    ) throws(Refusal) -> String {
        guard count <= maximumLength else { throw Refusal(invalid: field, "is longer than \(maximumLength) bytes") }
        return unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    /// Reads the language of an answer; `nil` for an empty text.
    @unsafe
    func languageTag(_ bytes: UnsafeRawPointer, _ count: UInt32) throws(Refusal) -> String? {
        let tag = unsafe try text(bytes, count, "lang", maximumLength: 35)
        return tag.isEmpty ? nil : tag
    }
#endif
