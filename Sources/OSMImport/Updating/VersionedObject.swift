import GeoCore

/// An OSM object with its edition, as change files and extracts state it.
struct VersionedObject: Sendable {
    /// The kind and id of an object, in the order of sorted extracts: nodes, ways, relations, each by id.
    struct Key: Hashable, Comparable, Sendable {
        let kind: OSMData.ObjectKind
        let id: Int64

        static func < (one: Key, other: Key) -> Bool {
            (one.kind.rawValue, one.id) < (other.kind.rawValue, other.id)
        }
    }

    /// A tag in UTF-8.
    struct Tag: Sendable, Equatable {
        let key: [UInt8]
        let value: [UInt8]
    }

    struct Member: Sendable, Equatable {
        let key: Key
        /// In UTF-8.
        let role: [UInt8]
    }

    let key: Key
    let edition: Edition
    /// Whether this edition is the end of the object; it then has no other content.
    var isDeleted = false
    /// The position of a node; other objects have none.
    var point: PointE7?
    /// The ids of a way's nodes.
    var refs: [Int64] = []
    /// The members of a relation.
    var members: [Member] = []
    var tags: [Tag] = []

    /// The ids that objects of the OSM server can have: the greatest is 2⁵³, beyond which other programs round.
    static let ids = Int64(1)...(1 << 53)
}

/// The version of an object, and when it was made.
struct Edition: Equatable, Sendable {
    /// From 1; 0 if it is unknown.
    let version: Int32
    /// In seconds since 1970; 0 if it is unknown.
    let timestamp: Int64

    static let unknown = Edition(version: 0, timestamp: 0)

    /// Whether this edition, which was read later, takes the place of `earlier`: the higher version wins, then the
    /// later time, then what was read later. It is the rule of `osmium apply-changes`.
    func replaces(_ earlier: Edition) -> Bool {
        if version != earlier.version { return version > earlier.version }
        return timestamp == 0 || earlier.timestamp == 0 || timestamp >= earlier.timestamp
    }
}
