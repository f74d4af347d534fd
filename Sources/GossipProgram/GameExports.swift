#if arch(wasm32)
    import GeoCore
    import Gossip

    /// `head` is the author's key (32) and the game's id (16), zeros for an offer.
    @_expose(wasm, "gameDraft")
    @c public func gameDraft(
        _ phone: UnsafeMutableRawPointer, _ place: UInt64, _ time: UInt64, _ head: UnsafeRawPointer,
        _ field: UnsafeRawPointer, _ count: UInt32
    ) -> Int32 {
        let head = unsafe bytes(head, 48), field = unsafe bytes(field, count)
        guard let author = Bytes32(head[..<32]) else { return -1 }
        return unsafe at(phone).pointee.gameDraft(
            field, about: SubjectID(head[32...]), in: PlaceCode(rawValue: place), at: HybridTime(rawValue: time),
            by: SignerKey(author))
    }

    @_expose(wasm, "gameBody")
    @c public func gameBody(_ phone: UnsafeMutableRawPointer, _ message: UnsafeRawPointer, _ count: UInt32) -> Int32 {
        unsafe at(phone).pointee.gameBody(bytes(message, count))
    }
#endif
