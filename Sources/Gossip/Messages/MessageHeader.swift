import GeoCore

/// The fields of a message before its body.
struct MessageHeader {
    let kind: MessageKind
    let place: PlaceCode
    let time: HybridTime
    let author: SignerKey?
    let about: SubjectID?
    /// In bytes, as the class allows.
    let bodyLength: Int

    init(_ reader: inout MessageReader) throws(MessageFault) {
        guard try reader.integer(1, .format) == Message.format else { throw MessageFault(.format, .unknown, at: 0) }
        guard let kind = try MessageKind(rawValue: UInt8(reader.integer(1, .kind))) else {
            throw MessageFault(.kind, .unknown, at: 1)
        }
        guard try reader.integer(2, .reserved) == 0 else { throw MessageFault(.reserved, .notZero, at: 2) }
        self.kind = kind
        place = PlaceCode(rawValue: try reader.integer(8, .place))
        time = HybridTime(rawValue: try reader.integer(8, .time))
        author = try Self.author(of: kind, &reader)
        let about = try SubjectID(high: reader.integer(8, .about), low: reader.integer(8, .about))
        self.about = about == SubjectID(high: 0, low: 0) ? nil : about
        bodyLength = try Self.bodyLength(of: kind.messageClass, &reader)
    }

    private static func author(
        of kind: MessageKind, _ reader: inout MessageReader
    ) throws(MessageFault) -> SignerKey? {
        let offset = reader.offset
        let bytes = try reader.bytes32(.author)
        if kind.messageClass.isSealed {
            guard bytes == .zero else { throw MessageFault(.author, .notZero, at: offset) }
            return nil
        }
        let author = SignerKey(bytes)
        guard !author.isSmallOrder else { throw MessageFault(.author, .weakKey, at: offset) }
        return author
    }

    private static func bodyLength(
        of messageClass: MessageClass, _ reader: inout MessageReader
    ) throws(MessageFault) -> Int {
        let offset = reader.offset
        let length = try reader.integer(4, .bodyLength)
        guard length <= UInt64(messageClass.maximumBody) else { throw MessageFault(.bodyLength, .tooLong, at: offset) }
        if let padded = messageClass.paddedBodies, !padded.contains(Int(length)) {
            throw MessageFault(.bodyLength, .notPadded, at: offset)
        }
        return Int(length)
    }
}
