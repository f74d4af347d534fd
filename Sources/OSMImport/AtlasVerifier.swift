package import Atlas
import Routing
import Search
import Tiles

/// Verifies a whole atlas: its container, and every section with the engine that owns it.
package enum AtlasVerifier {
    /// Increases when a verified atlas may no longer pass: atlases are then verified again.
    package static let rules = 3

    /// Opens and verifies the file at `path`; throws `MappedFileError` or `AtlasError` at the first fault.
    package static func verify(path: String) throws -> VerifiedAtlas {
        let file = try MappedFile(path: path)
        return try withExtendedLifetime(file) {
            // The file stays mapped during this closure, and no value made from the view leaves it.
            let view = unsafe try AtlasView(bytes: file.bytes)
            return try verify(view)
        }
    }

    /// An engine with sections of its own.
    private enum Owner: CaseIterable {
        case routing, search, tiles

        func check(_ atlas: AtlasView) throws(AtlasError) {
            switch self {
            case .routing: try RouteEngine(atlas).check()
            case .search: try SearchEngine(atlas).check()
            case .tiles: try TileSource(atlas).check()
            }
        }
    }

    /// Verifies an open atlas; throws at the first fault. Afterwards no query can trap, loop or read outside it.
    package static func verify(_ atlas: AtlasView) throws(AtlasError) -> VerifiedAtlas {
        try atlas.verifyChecksums()
        let info = try AtlasInfo(atlas)
        try StringTable(atlas).check()
        // Of several faults the first owner's counts, whichever was found first.
        let owners = Owner.allCases
        _ = try Parallel.map(owners.count, workspace: {}) { (_, index) throws(AtlasError) in
            try owners[index].check(atlas)
        }
        let indoor = try IndoorTable.open(atlas), indoorTiles = try TileSource.indoor(atlas)
        try indoorTiles?.check()
        return VerifiedAtlas(
            info: info, bytes: atlas.length,
            sections: atlas.entries.map { VerifiedAtlas.Section(name: "\($0.id)", bytes: $0.length) },
            checks: ["checksums", "description", "texts", "roads", "places", "tiles"]
                + (indoor == nil ? [] : ["indoor"]),
            indoor: indoor.map { IndoorReport($0) })
    }
}

/// The result of a verification.
package struct VerifiedAtlas: Sendable {
    /// One section of the file.
    package struct Section: Sendable, Equatable {
        package let name: String
        package let bytes: Int
    }

    package let info: AtlasInfo
    /// The length of the file in bytes.
    package let bytes: Int
    /// In the order of the file.
    package let sections: [Section]
    /// The names of the checks, in order.
    package let checks: [String]
    /// The things inside buildings; `nil` if there are none.
    package let indoor: IndoorReport?
}
