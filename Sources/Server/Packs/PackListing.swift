import Atlas
import Crypto
import HereaboutsAPI
import Routing

/// The packs of one atlas, and how to make each of their objects again.
struct PackListing: Sendable {
    /// What an object is made of.
    enum Source: Sendable {
        case piece(PackPiece, PieceForm)
        /// The header and directory of a pack's file.
        case head([UInt8])
    }

    private var sources: [String: Source] = [:]
    private var packs: [PackContent: Pack] = [:]

    /// How often a busy server tries again to compress a piece, with a second between: under load the list takes long,
    /// but the work so far is not lost.
    private static let mostTries = 120

    /// Compresses every piece of the atlas once, one job of a worker each, so that other work comes between. It keeps
    /// sizes and hashes, but no objects. Throws as `WorkerPool.runInTurn` does.
    init(of generation: AtlasGeneration, _ packers: Pool<PiecePacker>, _ workers: WorkerPool) async throws {
        // The generation holds the file as long as this view is in use.
        let sections = try unsafe AtlasView(bytes: generation.mapped.bytes).entries
        var objects: [[Pack.Object]] = []
        // Two pieces with the same content are one object.
        var packedBytes: [String: Int] = [:]
        for section in sections {
            var ofSection: [Pack.Object] = []
            for piece in PackPiece.pieces(of: section) {
                let made = try await Self.patiently { [packedBytes] in
                    try await workers.runInTurn { generation.described(piece, packers, knowing: packedBytes) }
                }
                if let form = made.form {
                    sources[made.object.hash] = .piece(piece, form)
                    packedBytes[made.object.hash] = made.object.packedBytes
                }
                ofSection.append(made.object)
            }
            objects.append(ofSection)
        }
        for content in PackContent.allCases {
            let wanted = sections.indices.filter { content.includes(sections[$0].id) }
            let head = AtlasHead(wanted.map { AtlasHead.Section(sections[$0]) })
            let first = Pack.Object(ofHead: head.bytes, packers)
            sources[first.hash] = .head(head.bytes)
            let rest = zip(wanted, head.offsets).flatMap { section, offset in
                objects[section].map { $0.moved(by: offset - sections[section].offset) }
            }
            packs[content] = Pack(
                identity: generation.identity, content: content, bytes: head.length,
                packedBytes: rest.reduce(first.packedBytes) { $0 + $1.packedBytes }, objects: [first] + rest)
        }
    }

    private static func patiently<Result>(_ work: () async throws -> Result) async throws -> Result {
        for _ in 1..<mostTries {
            do {
                return try await work()
            } catch let refusal as ErrorBody where refusal.code == .unavailable {
                try await Task.sleep(for: .seconds(1))
            }
        }
        return try await work()
    }

    /// Returns the list of a pack's objects.
    func pack(_ content: PackContent) throws(ErrorBody) -> Pack {
        guard let pack = packs[content] else { throw ErrorBody(.notFound, "this server has no such pack") }
        return pack
    }

    /// Returns what the object is made of. Throws `notFound` for an object of another atlas.
    func source(of hash: String) throws(ErrorBody) -> Source {
        guard let source = sources[hash] else {
            throw ErrorBody(.notFound, "no pack of this map has this object; ask for the list of the pack again")
        }
        return source
    }
}

extension PackContent {
    /// Whether the pack has a section of the atlas.
    fileprivate func includes(_ section: SectionID) -> Bool {
        switch self {
        case .all: true
        case .walking: ![.bicycle, .car].contains { HierarchySections.isSection(section, of: $0) }
        }
    }
}

extension AtlasGeneration {
    /// Returns the object of a piece, at its place in the served file, and its best form; no form if `sizes` has the
    /// packed size of its hash.
    fileprivate func described(
        _ piece: PackPiece, _ packers: Pool<PiecePacker>, knowing sizes: [String: Int]
    ) -> (object: Pack.Object, form: PieceForm?) {
        // Inside: sections lie inside the file, and the generation holds the mapping.
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: mapped.bytes[piece.range])
        let hash = unsafe Pack.Object.hash(of: bytes), offset = piece.range.lowerBound
        if let size = sizes[hash] {
            return (Pack.Object(hash: hash, offset: offset, bytes: bytes.count, packedBytes: size), nil)
        }
        return packers.with { packer in
            let form = unsafe packer.bestForm(of: bytes, width: piece.width)
            let packed = unsafe packer.pack(bytes, width: piece.width, as: form)
            return (Pack.Object(hash: hash, offset: offset, bytes: bytes.count, packedBytes: packed.count), form)
        }
    }

    /// Returns the compressed object.
    func object(_ source: PackListing.Source, _ packers: Pool<PiecePacker>) -> [UInt8] {
        packers.with { packer in
            switch source {
            case .piece(let piece, let form):
                // Inside, as above.
                let bytes = unsafe UnsafeRawBufferPointer(rebasing: mapped.bytes[piece.range])
                return unsafe packer.pack(bytes, width: piece.width, as: form)
            case .head(let bytes): return packer.pack(head: bytes)
            }
        }
    }
}

extension PiecePacker {
    fileprivate func pack(head: [UInt8]) -> [UInt8] {
        unsafe head.withUnsafeBytes { unsafe pack($0, width: 1, as: .plain) }
    }
}

extension Pack.Object {
    fileprivate init(ofHead head: [UInt8], _ packers: Pool<PiecePacker>) {
        self.init(
            hash: unsafe head.withUnsafeBytes { unsafe Self.hash(of: $0) }, offset: 0, bytes: head.count,
            packedBytes: packers.with { $0.pack(head: head) }.count)
    }

    @unsafe
    fileprivate static func hash(of bytes: UnsafeRawBufferPointer) -> String {
        var digest = SHA256()
        unsafe digest.update(bufferPointer: bytes)
        return digest.finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    fileprivate func moved(by bytes: Int) -> Pack.Object {
        Pack.Object(hash: hash, offset: offset + bytes, bytes: self.bytes, packedBytes: packedBytes)
    }
}
