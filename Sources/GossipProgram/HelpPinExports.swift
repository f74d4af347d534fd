#if arch(wasm32)
    import GeoCore
    import Gossip

    /// `head` is the author's key (32) and the pin's id (16).
    @_expose(wasm, "resolution")
    @c public func resolution(
        _ phone: UnsafeMutableRawPointer, _ place: UInt64, _ time: UInt64, _ head: UnsafeRawPointer
    ) -> Int32 {
        let head = unsafe bytes(head, 48)
        guard let author = Bytes32(head[..<32]), let pin = SubjectID(head[32...]) else { return -1 }
        return unsafe at(phone).pointee.resolution(
            of: pin, in: PlaceCode(rawValue: place), at: HybridTime(rawValue: time), by: SignerKey(author))
    }

    @_expose(wasm, "helpPin")
    @c public func helpPin(_ phone: UnsafeMutableRawPointer, _ message: UnsafeRawPointer, _ count: UInt32) -> Int32 {
        unsafe at(phone).pointee.helpPin(bytes(message, count))
    }
#endif
