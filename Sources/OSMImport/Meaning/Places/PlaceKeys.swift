/// The meaning of each of an extract's distinct strings as a key of a place: computed once, so that reading tags
/// compares numbers.
struct PlaceKeys: Sendable {
    /// The parts of an address and other single values for placing an object.
    enum Field: UInt8, CaseIterable, Sendable {
        case name, brand, ref, houseNumber, houseName, street, placeName, suburb, city, postcode, wikidata, population
        case adminLevel, postalCode, access, type, boundary, route, state, country, countryCode
        case indoor

        var key: String {
            switch self {
            case .houseNumber: "addr:housenumber"
            case .houseName: "addr:housename"
            case .street: "addr:street"
            case .placeName: "addr:place"
            case .suburb: "addr:suburb"
            case .city: "addr:city"
            case .postcode: "addr:postcode"
            case .state: "addr:state"
            case .country: "addr:country"
            case .countryCode: "is_in:country_code"
            case .adminLevel: "admin_level"
            case .postalCode: "postal_code"
            default: "\(self)"
            }
        }
    }

    /// A key that helps to find a place, apart from its name.
    enum Naming: UInt8, Sendable {
        case none, alternate, keyword
        /// Its value says whether there is an offer: `diet:vegan`.
        case offer
    }

    private static let none = UInt8.max

    private let fields: [UInt8]
    private let kinds: [UInt8]
    private let namings: [UInt8]
    private let details: [Bool]

    init(_ strings: [String], usedAs pairs: [TagTable.Pair]) {
        var fields = [UInt8](repeating: Self.none, count: strings.count)
        var kinds = fields, namings = [UInt8](repeating: 0, count: strings.count)
        var details = [Bool](repeating: false, count: strings.count), isSeen = details
        var fieldOfKey: [String: UInt8] = [:], kindOfKey: [String: UInt8] = [:]
        for field in Field.allCases { fieldOfKey[field.key] = field.rawValue }
        for (order, key) in PlaceKind.keys.enumerated() { kindOfKey[key] = UInt8(order) }
        for pair in pairs where !isSeen[Int(pair.key)] {
            let index = Int(pair.key), key = strings[index]
            isSeen[index] = true
            fields[index] = fieldOfKey[key] ?? Self.none
            kinds[index] = kindOfKey[key] ?? Self.none
            namings[index] = PlaceDetail.naming(key).rawValue
            details[index] = PlaceDetail.isKept(key)
        }
        self.fields = fields
        self.kinds = kinds
        self.namings = namings
        self.details = details
    }

    func field(_ key: UInt32) -> Field? { Field(rawValue: fields[Int(key)]) }
    /// Returns the position of a key in `PlaceKind.keys`.
    func kindOrder(_ key: UInt32) -> Int? { kinds[Int(key)] == Self.none ? nil : Int(kinds[Int(key)]) }
    func naming(_ key: UInt32) -> Naming { Naming(rawValue: namings[Int(key)]) ?? .none }
    func isDetail(_ key: UInt32) -> Bool { details[Int(key)] }
}
