#if arch(wasm32)
    import GeoCore
    import Gossip

    // The functions for private messages; see `Phone+Mail.swift` for their answers.

    @_expose(wasm, "prekey")
    @c public func prekey(_ phone: UnsafeMutableRawPointer, _ message: UnsafeRawPointer, _ count: UInt32) -> Int32 {
        unsafe at(phone).pointee.prekey(bytes(message, count))
    }

    @_expose(wasm, "mailHead")
    @c public func mailHead(
        _ phone: UnsafeMutableRawPointer, _ place: UInt64, _ time: UInt64, _ prekey: UnsafeRawPointer, _ people: UInt32,
        _ length: UInt32
    ) -> Int32 {
        unsafe at(phone).pointee.mailHead(
            in: PlaceCode(rawValue: place), at: HybridTime(rawValue: time), to: agreementKey(prekey),
            amongPeople: Int(min(people, 0xffff)), length: Int(min(length, 0xffff)))
    }

    @_expose(wasm, "mail")
    @c public func mail(_ phone: UnsafeMutableRawPointer, _ message: UnsafeRawPointer, _ count: UInt32) -> Int32 {
        unsafe at(phone).pointee.mail(bytes(message, count))
    }

    /// Whether a mail with the hint can be for a prekey. A hint that is none is for nobody.
    @_expose(wasm, "admits")
    @c public func admits(_ hint: UInt32, _ prekey: UnsafeRawPointer) -> Int32 {
        let hint = UInt16(exactly: hint).flatMap(MailHint.init)
        return unsafe hint?.admits(agreementKey(prekey)) == true ? 1 : 0
    }

    @_expose(wasm, "mailToSign")
    @c public func mailToSign(_ phone: UnsafeMutableRawPointer, _ given: UnsafeRawPointer, _ count: UInt32) -> Int32 {
        unsafe at(phone).pointee.mailToSign(bytes(given, count))
    }

    @_expose(wasm, "mailContent")
    @c public func mailContent(
        _ phone: UnsafeMutableRawPointer, _ given: UnsafeRawPointer, _ count: UInt32, _ length: UInt32
    ) -> Int32 {
        unsafe at(phone).pointee.mailContent(bytes(given, count), length: Int(min(length, 0xffff)))
    }

    @_expose(wasm, "openedMail")
    @c public func openedMail(_ phone: UnsafeMutableRawPointer, _ given: UnsafeRawPointer, _ count: UInt32) -> Int32 {
        unsafe at(phone).pointee.openedMail(bytes(given, count))
    }

    @unsafe
    private func agreementKey(_ key: UnsafeRawPointer) -> AgreementKey {
        guard let key = unsafe Bytes32(bytes(key, 32)) else { preconditionFailure("a key has 32 bytes") }
        return AgreementKey(key)
    }
#endif
