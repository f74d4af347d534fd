/// The facts of an object's tags that matter for finding it: indices into the extract's strings, `none` for missing
/// ones.
struct PlaceFacts: Sendable {
    static let none = UInt32.max

    private var fields = [UInt32](repeating: none, count: PlaceKeys.Field.allCases.count)
    /// The key and value of the object's kind, or `none`.
    private(set) var key = none
    private(set) var value = none
    private var kindOrder = Int.max

    /// The value of one field.
    subscript(field: PlaceKeys.Field) -> UInt32 { fields[Int(field.rawValue)] }

    func has(_ field: PlaceKeys.Field) -> Bool { self[field] != Self.none }

    /// Sets a fact that another source than the object's own tags gives.
    mutating func supply(_ value: UInt32, as field: PlaceKeys.Field) { fields[Int(field.rawValue)] = value }

    /// Reads an object's tags and replaces the previous facts.
    mutating func read(_ pairs: ArraySlice<TagTable.Pair>, _ keys: PlaceKeys, isEmptyValue: [Bool]) {
        for index in fields.indices { fields[index] = Self.none }
        key = Self.none
        value = Self.none
        kindOrder = .max
        for pair in pairs {
            if let field = keys.field(pair.key), fields[Int(field.rawValue)] == Self.none {
                fields[Int(field.rawValue)] = pair.value
            }
            if let order = keys.kindOrder(pair.key), order < kindOrder, !isEmptyValue[Int(pair.value)] {
                kindOrder = order
                key = pair.key
                value = pair.value
            }
        }
    }
}
