#if arch(wasm32)
    import GeoCore
    import Gossip

    // The functions that the page calls. A phone is the address that `makePhone` returns; there is no state outside
    // phones. Keys and ids are addresses of 32 bytes. 64-bit numbers are unsigned: the page reads them so.

    @_expose(wasm, "makePhone")
    @c public func makePhone() -> UnsafeMutableRawPointer {
        let phone = UnsafeMutablePointer<Phone>.allocate(capacity: 1)
        unsafe phone.initialize(to: Phone())
        return UnsafeMutableRawPointer(phone)
    }

    /// The address of the latest answer.
    @_expose(wasm, "answer")
    @c public func answer(_ phone: UnsafeMutableRawPointer) -> UnsafeRawPointer? {
        // The array is neither moved nor freed before the next question.
        unsafe phone.assumingMemoryBound(to: Phone.self).pointee.answer.withUnsafeBytes { $0.baseAddress }
    }

    /// Answers with a message before its signature and the bytes to sign. `head` is the author's key (32) and the id
    /// that the message is about (16), zeros for none; a negative count leaves the field out. -1 for an unknown kind.
    @_expose(wasm, "draft")
    @c public func draft(
        _ phone: UnsafeMutableRawPointer, _ kind: Int32, _ place: UInt64, _ time: UInt64, _ head: UnsafeRawPointer,
        _ first: UnsafeRawPointer, _ firstCount: Int32, _ second: UnsafeRawPointer, _ secondCount: Int32
    ) -> Int32 {
        let head = unsafe bytes(head, 48)
        guard let kind = UInt8(exactly: kind).flatMap(MessageKind.init), !kind.messageClass.isSealed,
            let author = Bytes32(head[..<32])
        else { return -1 }
        let about = SubjectID(high: integer(head[32..<40]), low: integer(head[40...]))
        let values = unsafe [(first, firstCount), (second, secondCount)].map { address, count in
            unsafe count < 0 ? nil : bytes(address, UInt32(count))
        }
        return unsafe at(phone).pointee.draft(
            kind, in: PlaceCode(rawValue: place), at: HybridTime(rawValue: time), by: SignerKey(author), about: about,
            values[0], values[1])
    }

    /// Answers with the facts of a message. For bytes that are none: minus the offset of the fault, minus 1.
    @_expose(wasm, "read")
    @c public func read(_ phone: UnsafeMutableRawPointer, _ message: UnsafeRawPointer, _ count: UInt32) -> Int32 {
        unsafe at(phone).pointee.read(bytes(message, count))
    }

    /// Whether a key is a point of small order, under which a signature proves nothing.
    @_expose(wasm, "isWeak")
    @c public func isWeak(_ key: UnsafeRawPointer) -> Int32 { unsafe signer(key).isSmallOrder ? 1 : 0 }

    /// The code of the place with this key.
    @_expose(wasm, "placeCode")
    @c public func placeCode(_ key: UnsafeRawPointer) -> UInt64 { unsafe PlaceCode(of: signer(key)).rawValue }

    /// The time of a new message, at the millisecond `time` or as little later as possible.
    @_expose(wasm, "reading")
    @c public func reading(_ phone: UnsafeMutableRawPointer, _ time: Double) -> UInt64 {
        unsafe at(phone).pointee.reading(at: milliseconds(time)).rawValue
    }

    /// Takes the time of somebody's message into account, unless it is too far ahead of the millisecond `time`.
    @_expose(wasm, "learn")
    @c public func learn(_ phone: UnsafeMutableRawPointer, _ other: UInt64, _ time: Double) -> Int32 {
        unsafe at(phone).pointee.learn(HybridTime(rawValue: other), at: milliseconds(time)) ? 1 : 0
    }

    /// Replaces the set to compare: records of a message's time (8) and id (32). Returns their number.
    @_expose(wasm, "useItems")
    @c public func useItems(_ phone: UnsafeMutableRawPointer, _ records: UnsafeRawPointer, _ count: UInt32) -> Int32 {
        unsafe at(phone).pointee.use(bytes(records, count))
    }

    /// Answers with the first message of a comparison from the second `since` on, cut by the random number `seed`.
    @_expose(wasm, "open")
    @c public func open(_ phone: UnsafeMutableRawPointer, _ since: UInt64, _ seed: UInt64) -> Int32 {
        unsafe at(phone).pointee.open(since: since, seed: seed)
    }

    /// The same, cut as the reference implementations do, and without a limit of frames: for tests.
    @_expose(wasm, "openEvenly")
    @c public func openEvenly(_ phone: UnsafeMutableRawPointer, _ since: UInt64) -> Int32 {
        unsafe at(phone).pointee.open(since: since, seed: nil)
    }

    /// Reads a node's answer, and answers with what follows from it.
    @_expose(wasm, "receive")
    @c public func receive(_ phone: UnsafeMutableRawPointer, _ message: UnsafeRawPointer, _ count: UInt32) -> Int32 {
        unsafe at(phone).pointee.receive(bytes(message, count))
    }

    @_expose(wasm, "bundle")
    @c public func bundle(
        _ phone: UnsafeMutableRawPointer, _ place: UInt64, _ records: UnsafeRawPointer, _ count: UInt32
    ) -> Int32 {
        unsafe at(phone).pointee.bundle(of: PlaceCode(rawValue: place), bytes(records, count))
    }

    @_expose(wasm, "unbundle")
    @c public func unbundle(
        _ phone: UnsafeMutableRawPointer, _ place: UInt64, _ message: UnsafeRawPointer, _ count: UInt32
    ) -> Int32 {
        unsafe at(phone).pointee.unbundle(of: PlaceCode(rawValue: place), bytes(message, count))
    }

    @unsafe
    func at(_ phone: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Phone> {
        unsafe phone.assumingMemoryBound(to: Phone.self)
    }

    @unsafe
    func bytes(_ address: UnsafeRawPointer, _ count: UInt32) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: address, count: Int(count)))
    }

    @unsafe
    private func signer(_ key: UnsafeRawPointer) -> SignerKey {
        guard let key = unsafe Bytes32(bytes(key, 32)) else { preconditionFailure("a key has 32 bytes") }
        return SignerKey(key)
    }

    private func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    /// Milliseconds since 1970; 0 for what is none.
    private func milliseconds(_ time: Double) -> Timestamp { Timestamp(exactly: time.rounded(.down)) ?? 0 }
#endif
