// The shapes that most requests have. A request conforms to one of these instead of naming no field, or its id, itself.

/// A request whose address has no fields.
package protocol FieldlessRequest: APIRequest {}

extension FieldlessRequest {
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// A request that is its address alone.
package protocol PlainRequest: FieldlessRequest {
    init()
}

extension PlainRequest {
    package static var blank: Self { Self() }
}

/// A request about one object, whose id is the only field of its address.
package protocol ObjectRequest: APIRequest {
    var id: String { get set }
}

extension ObjectRequest {
    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// A request about one object, without a body.
package protocol PlainObjectRequest: ObjectRequest {
    init(id: String)
}

extension PlainObjectRequest {
    package static var blank: Self { Self(id: .blankID) }
}

/// A request about one object that may come with a key, without a body.
package protocol KeyedObjectRequest: APIRequest {
    var id: String { get set }
    var key: String? { get set }
    init(id: String, key: String?)
}

extension KeyedObjectRequest {
    package static var blank: Self { Self(id: .blankID, key: nil) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.id, &id)
        try fields.optional(.key, &key)
    }
}
