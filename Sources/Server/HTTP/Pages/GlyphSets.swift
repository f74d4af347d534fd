import FoundationEssentials
import HereaboutsAPI
import Hummingbird
import Synchronization

/// Serves the glyphs of the map's fonts, as set-up drew them: `vendor/glyphs/FONT/0-255.pbf` of the page and so on.
///
/// Answers are cached compressed, bounded in bytes. A class because it is that cache.
final class GlyphSets: Sendable {
    private struct Key: Hashable {
        let fonts: [String]
        let first: Int
    }

    /// Glyph sets in the order in which they were made; the oldest leave when the cache is full.
    private struct Cache {
        private(set) var sets: [Key: CachedFile] = [:]
        private var order: [Key] = []
        private var bytes = 0

        mutating func keep(_ set: CachedFile, _ key: Key) {
            // Two requests at the same time may both have made it.
            guard sets.updateValue(set, forKey: key) == nil else { return }
            order.append(key)
            bytes += set.cost
            var old = 0
            while bytes > GlyphSets.cacheBytes, old < order.count - 1 {
                bytes -= sets.removeValue(forKey: order[old])?.cost ?? 0
                old += 1
            }
            order.removeFirst(old)
        }
    }

    private static let cacheBytes = 8 << 20
    /// Fonts in a stack beyond this number are ignored: no style needs more.
    private static let mostFonts = 8

    private let folder: String
    private let fonts: Set<String>
    private let workers: WorkerPool
    private let packers: Pool<Gzip>
    private let cache = Mutex(Cache())

    init(webFolder: String?, workers: WorkerPool, packers: Pool<Gzip>) {
        folder = (webFolder ?? "") + "/vendor/glyphs"
        let names = webFolder == nil ? nil : try? FileManager.default.contentsOfDirectory(atPath: folder)
        fonts = Set(names ?? [])
        self.workers = workers
        self.packers = packers
    }

    /// Answers with the glyphs of a range. The answer is an empty range when no font of the stack has any: map programs
    /// repeat a refused request again and again. Throws `notFound` when the server has none of the fonts, and
    /// `invalidParameter` for an invalid range.
    func answer(_ request: GlyphsRequest, _ exchange: Exchange) async throws -> Response {
        let first = try Self.first(of: request.range)
        let known = stack(request.fonts)
        guard !known.isEmpty else {
            let all = fonts.isEmpty ? "none; run `make setup` to draw them" : fonts.sorted().joined(separator: ", ")
            throw ErrorBody(.notFound, "the server has none of these fonts; it has \(all)", field: "fonts")
        }
        let key = Key(fonts: known, first: first)
        let set: CachedFile
        if let found = cache.withLock({ $0.sets[key] }) {
            set = found
        } else {
            try exchange.spendAnswer()
            set = try await workers.run { [self] in make(key) }
            cache.withLock { $0.keep(set, key) }
        }
        return exchange.answer(set, type: "application/x-protobuf")
    }

    /// Returns those fonts of a list that the server has, in the list's order, each once.
    private func stack(_ names: String) -> [String] {
        var stack: [String] = []
        for name in names.split(separator: ",") where stack.count < Self.mostFonts {
            if let font = font(named: name), !stack.contains(font) { stack.append(font) }
        }
        return stack
    }

    /// Returns the font that a style means: `Inter Regular` is `Inter`.
    private func font(named name: Substring) -> String? {
        let name = String(name.drop { $0 == " " }), regular = " Regular"
        if fonts.contains(name) { return name }
        let short = name.hasSuffix(regular) ? String(name.dropLast(regular.count)) : name
        return fonts.contains(short) ? short : nil
    }

    private static func first(of range: String) throws(ErrorBody) -> Int {
        let ends = range.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), (0..<65_536).contains(first),
            first % 256 == 0, last == first + 255
        else {
            throw ErrorBody(
                .invalidParameter, "a range is 256 characters from a multiple of 256 on: 0-255 to 65280-65535",
                field: "range")
        }
        return first
    }

    private func make(_ key: Key) -> CachedFile {
        let span = "\(key.first)-\(key.first + 255)"
        var range = GlyphRange(fonts: key.fonts.joined(separator: ","), span: span)
        for font in key.fonts {
            // A font without a glyph in the range has no file.
            guard let file = PageFile(path: "\(folder)/\(font)/\(span).pbf"), let bytes = file.bytes() else { continue }
            range.add(bytes)
        }
        return CachedFile(range.bytes, packedBy: packers)
    }
}
