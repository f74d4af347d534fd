extension Parameter where Value == String {
    /// The id of something people wrote.
    static let id = Parameter(
        "id", "The id: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.",
        schema: .text(pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"),
        read: { (text) throws(ParameterFault) in
            let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard groups.map(\.count) == [8, 4, 4, 4, 12],
                groups.joined().allSatisfy({ "0123456789abcdef".utf8.contains($0) })
            else { throw ParameterFault("is not an id") }
            return text
        },
        print: { $0 })
}

extension String {
    static let blankID = "00000000-0000-7000-8000-000000000000"
}
