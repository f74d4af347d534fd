package import Atlas
import Synchronization

/// One atlas in service: the mapped file and the engines over it.
///
/// A class because its identity is the mapping's: each request holds the generation it began with, and the last holder
/// unmaps it.
package final class AtlasGeneration: Sendable {
    let mapped: MappedFile
    let view: AtlasView

    /// Opens the engines over a verified file.
    package init(_ file: MappedFile) throws(AtlasError) {
        mapped = file
        // The generation holds the file as long as anything made from its view.
        view = try unsafe AtlasView(bytes: file.bytes)
    }

    /// The atlas identity as clients see it: sixteen hexadecimal digits.
    var identity: String { hexadecimal(view.identity) }
}

/// The generation that new requests get. Replacing it disturbs no request that already runs.
package final class LiveAtlas: Sendable {
    private let generation: Mutex<AtlasGeneration>

    package init(_ first: AtlasGeneration) { generation = Mutex(first) }

    package var current: AtlasGeneration { generation.withLock { $0 } }

    package func replace(with next: AtlasGeneration) { generation.withLock { $0 = next } }
}
