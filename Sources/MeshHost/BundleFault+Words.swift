package import Gossip

extension BundleFault {
    /// What is wrong with the bytes, and where, for people.
    package var words: String {
        switch cause {
        case .noBundle: "it does not begin with HBM1, as files of messages do"
        case .endsEarly: "it ends too early, in the part that begins at byte \(offset)"
        case .goesOn: "more bytes follow its end at byte \(offset)"
        case .tooManyMessages: "it says that it has more messages than one may have"
        case .messageTooLong: "the message at byte \(offset) is longer than a message may be"
        case .damaged: "it is damaged: its bytes do not have the checksum at its end"
        }
    }
}
