/// A range of glyphs merged from several fonts, as protocol-buffer bytes of MapLibre's glyphs.proto: one stack with a
/// name, a range and glyphs. Each glyph has an id and its drawing.
struct GlyphRange {
    private let head: [UInt8]
    private var glyphs: [UInt8] = []
    private var seen: Set<UInt64> = []

    init(fonts: String, span: String) {
        head = Self.field(1, Array(fonts.utf8)) + Self.field(2, Array(span.utf8))
    }

    var bytes: [UInt8] { Self.field(1, head + glyphs) }

    /// Adds the glyphs of a font's file whose characters no earlier font has. Skips fields of another form.
    mutating func add(_ file: [UInt8]) {
        var stacks = Fields(file[...])
        while let (number, stack) = stacks.next() {
            guard number == 1, case .bytes(let content) = stack else { continue }
            var fields = Fields(content)
            while let (number, field) = fields.next() {
                guard number == 3, case .bytes(let glyph) = field, let id = Self.id(of: glyph),
                    seen.insert(id).inserted
                else { continue }
                glyphs += Self.field(3, glyph)
            }
        }
    }

    private static func id(of glyph: ArraySlice<UInt8>) -> UInt64? {
        var fields = Fields(glyph)
        while let (number, value) = fields.next() { if number == 1, case .number(let id) = value { return id } }
        return nil
    }

    private static func field(_ number: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
        var bytes = [number << 3 | 2], length = content.count
        while length >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: length) | 0x80)
            length >>= 7
        }
        bytes.append(UInt8(length))
        return bytes + content
    }

    /// Reads the fields of a message in order, up to the first that is neither a number nor bytes.
    private struct Fields {
        enum Value {
            case number(UInt64)
            case bytes(ArraySlice<UInt8>)
        }

        private var rest: ArraySlice<UInt8>

        init(_ message: ArraySlice<UInt8>) { rest = message }

        mutating func next() -> (number: UInt64, value: Value)? {
            guard let key = varint() else { return nil }
            switch key & 7 {
            case 0: return varint().map { (key >> 3, .number($0)) }
            case 2:
                guard let length = varint(), length <= UInt64(rest.count) else { return nil }
                let content = rest.prefix(Int(length))
                rest = rest.dropFirst(Int(length))
                return (key >> 3, .bytes(content))
            default: return nil
            }
        }

        private mutating func varint() -> UInt64? {
            var value: UInt64 = 0, shift: UInt64 = 0
            while let byte = rest.popFirst(), shift < 64 {
                value |= UInt64(byte & 0x7f) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
            return nil
        }
    }
}
