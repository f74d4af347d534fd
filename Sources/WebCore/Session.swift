import Atlas
import Routing
import Search
import Tiles

/// An open atlas with its engines, their memory, and the latest answer.
///
/// Bytes that are not a usable atlas also make a session: it answers each question with the reason.
struct Session: ~Copyable {
    private var opened: Result<Engines, AtlasError>
    private var workspaces = Workspaces()
    /// The bytes of the latest answer, in place until the next question.
    private(set) var answer: [UInt8] = []

    /// Opens an atlas and verifies every byte of it, once. `bytes` must stay in place and unchanged from then on.
    @unsafe
    init(bytes: UnsafeRawBufferPointer) {
        opened = Result { () throws(AtlasError) in
            let atlas = try unsafe AtlasView(bytes: bytes)
            try atlas.verifyChecksums()
            return try Engines(atlas)
        }
    }

    /// Stores the answer of `ask`, or the error it throws: an object with `code` and `message`.
    ///
    /// Returns the answer's length in bytes, negative for an error.
    mutating func respond(_ ask: (Engines, inout Workspaces) throws(Refusal) -> [UInt8]) -> Int32 {
        do throws(Refusal) {
            answer = try ask(try engines, &workspaces)
            return Int32(answer.count)
        } catch {
            answer = error.json
            return -Int32(answer.count)
        }
    }
}

extension Session {
    /// Replaces the changes that routes respect, and answers nothing; after an error, the old ones stay.
    mutating func applyChanges(_ read: () throws(Refusal) -> [StreetChange]) -> Int32 {
        do throws(Refusal) {
            var engines = try engines
            try engines.apply(try read())
            opened = .success(engines)
            answer = []
            return 0
        } catch {
            answer = error.json
            return -Int32(answer.count)
        }
    }

    /// Replaces the guide that searches use, and answers nothing.
    mutating func keep(_ read: () throws(Refusal) -> [GuideTopic]) -> Int32 {
        do throws(Refusal) {
            var engines = try engines
            engines.keep(try read())
            opened = .success(engines)
            answer = []
            return 0
        } catch {
            answer = error.json
            return -Int32(answer.count)
        }
    }

    private var engines: Engines {
        get throws(Refusal) {
            switch opened {
            case .success(let engines): return engines
            case .failure(let error): throw Refusal(code: "unavailable", message: error.description)
            }
        }
    }
}

/// The engines over a verified atlas.
struct Engines {
    let atlas: AtlasView
    let info: AtlasInfo
    let tiles: TileSource
    /// The tiles of the inside of buildings; `nil` without indoor data.
    let indoorTiles: TileSource?
    /// The engine with the current changes.
    private(set) var routes: RouteEngine
    /// The guide to search, if there is one.
    private(set) var guide: GuideIndex?
    /// The engine without changes.
    private let usualRoutes: RouteEngine
    let search: SearchEngine

    init(_ atlas: AtlasView) throws(AtlasError) {
        self.atlas = atlas
        info = try AtlasInfo(atlas)
        try StringTable(atlas).check()
        tiles = try TileSource(atlas)
        try tiles.check()
        indoorTiles = try TileSource.indoor(atlas)
        try indoorTiles?.check()
        // A device may keep only the part of an atlas for walking.
        routes = try RouteEngine(atlas, needing: [.walk])
        try routes.check()
        usualRoutes = routes
        search = try SearchEngine(atlas)
        try search.check()
    }

    /// Returns `profile` if the atlas has routes for it.
    func answered(_ profile: Profile) throws(Refusal) -> Profile {
        guard routes.answers(profile) else {
            throw Refusal(
                code: "not_kept", message: "this atlas has no routes for \(profile.name), only for walking",
                field: "profile")
        }
        return profile
    }

    /// Replaces the guide by these topics.
    mutating func keep(_ topics: [GuideTopic]) {
        guide = topics.isEmpty ? nil : GuideIndex(topics, with: search.folding)
    }

    mutating func apply(_ changes: [StreetChange]) throws(Refusal) {
        do throws(AtlasError) {
            routes = changes.isEmpty ? usualRoutes : try usualRoutes.applying(changes)
        } catch {
            throw Refusal(code: "unavailable", message: error.description)
        }
    }
}

/// The scratch memory of the engines, reused so that a question allocates little.
struct Workspaces: ~Copyable {
    var tiles = TileWorkspace()
    var routes = RouteWorkspace()
    var search = SearchWorkspace()
}
