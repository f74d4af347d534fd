/// An enum whose cases are words on the wire.
package protocol WireWords {
    static var allWords: [String] { get }
    static var firstCase: Self { get }
}

extension WireWords where Self: CaseIterable & RawRepresentable<String> {
    package static var allWords: [String] { allCases.map(\.rawValue) }
    package static var firstCase: Self { allCases.first! }  // An enum without cases has no values to send.
}
