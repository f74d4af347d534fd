/// A vector tile read back, written from the specification alone (github.com/mapbox/vector-tile-spec, 2.1) as an
/// oracle.
///
/// Anything that the specification forbids is thrown as a sentence.
package struct DecodedTile {
    package struct Point: Equatable {
        package var x: Int
        package var y: Int

        package init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    package enum Value: Hashable {
        case text(String)
        case number(Double)
        case truth(Bool)
    }

    package struct Feature {
        package var type: Int
        package var attributes: [String: Value] = [:]
        /// Points, lines, or rings without a repeated first point.
        package var parts: [[Point]] = []

        package init(type: Int, attributes: [String: Value] = [:], parts: [[Point]] = []) {
            self.type = type
            self.attributes = attributes
            self.parts = parts
        }
    }

    package struct Layer {
        package var name = ""
        package var version = 0
        package var extent = 0
        package var features: [Feature] = []
    }

    package struct Fault: Error {
        package var sentence: String
        package init(_ sentence: String) { self.sentence = sentence }
    }

    package private(set) var layers: [Layer] = []

    package init(_ bytes: [UInt8]) throws {
        var message = ProtobufReader(bytes[...])
        while let field = try message.next() {
            guard field.number == 3 else { throw Fault("unknown field \(field.number) in a tile") }
            layers.append(try Self.layer(field.bytes))
        }
        guard Set(layers.map(\.name)).count == layers.count else { throw Fault("a layer occurs twice") }
    }

    package func layer(_ name: String) -> Layer? { layers.first { $0.name == name } }
    package func features(_ name: String) -> [Feature] { layer(name)?.features ?? [] }

    private static func layer(_ bytes: ArraySlice<UInt8>) throws -> Layer {
        var layer = Layer(), names: [String] = [], values: [Value] = [], features: [ArraySlice<UInt8>] = []
        var message = ProtobufReader(bytes)
        while let field = try message.next() {
            switch field.number {
            case 15: layer.version = Int(field.value)
            case 1: layer.name = String(decoding: field.bytes, as: UTF8.self)
            case 2: features.append(field.bytes)
            case 3: names.append(String(decoding: field.bytes, as: UTF8.self))
            case 4: values.append(try value(field.bytes))
            case 5: layer.extent = Int(field.value)
            default: throw Fault("unknown field \(field.number) in a layer")
            }
        }
        guard layer.version == 2, layer.extent > 0, !layer.name.isEmpty else { throw Fault("an incomplete layer") }
        guard !features.isEmpty else { throw Fault("layer \(layer.name) is empty") }
        guard Set(names).count == names.count else { throw Fault("a name listed twice in \(layer.name)") }
        layer.features = try features.map { try feature($0, names, values) }
        return layer
    }

    private static func value(_ bytes: ArraySlice<UInt8>) throws -> Value {
        var message = ProtobufReader(bytes)
        guard let field = try message.next(), try message.next() == nil else { throw Fault("a value is not one value") }
        switch field.number {
        case 1: return .text(String(decoding: field.bytes, as: UTF8.self))
        case 2: return .number(Double(Float(bitPattern: UInt32(field.value))))
        case 3: return .number(Double(bitPattern: field.value))
        case 4, 5: return .number(Double(field.value))
        case 6: return .number(Double(Int64(bitPattern: field.value >> 1) ^ -Int64(bitPattern: field.value & 1)))
        case 7: return .truth(field.value == 1)
        default: throw Fault("a value of unknown type \(field.number)")
        }
    }

    private static func feature(_ bytes: ArraySlice<UInt8>, _ names: [String], _ values: [Value]) throws -> Feature {
        var feature = Feature(type: 0), tags: [UInt64] = [], commands: [UInt64] = []
        var message = ProtobufReader(bytes)
        while let field = try message.next() {
            switch field.number {
            case 1: break
            case 2: tags = try ProtobufReader.numbers(field.bytes)
            case 3: feature.type = Int(field.value)
            case 4: commands = try ProtobufReader.numbers(field.bytes)
            default: throw Fault("unknown field \(field.number) in a feature")
            }
        }
        guard tags.count % 2 == 0 else { throw Fault("a name without a value") }
        for pair in stride(from: 0, to: tags.count, by: 2) {
            guard tags[pair] < names.count, tags[pair + 1] < values.count else { throw Fault("a tag out of range") }
            let name = names[Int(tags[pair])]
            guard feature.attributes[name] == nil else { throw Fault("\(name) is given twice") }
            feature.attributes[name] = values[Int(tags[pair + 1])]
        }
        feature.parts = try geometry(commands, type: feature.type)
        return feature
    }

    private static func geometry(_ commands: [UInt64], type: Int) throws -> [[Point]] {
        var parts: [[Point]] = [], here = Point(x: 0, y: 0), index = 0
        func step() throws -> Point {
            guard index + 1 < commands.count else { throw Fault("a command without its parameters") }
            let numbers = commands[index...(index + 1)].map { Int($0 >> 1) ^ -Int($0 & 1) }
            index += 2
            here = Point(x: here.x + numbers[0], y: here.y + numbers[1])
            return here
        }
        while index < commands.count {
            let command = commands[index] & 7, count = commands[index] >> 3
            index += 1
            switch (command, type) {
            case (1, 1): for _ in 0..<count { parts.append([try step()]) }
            case (1, 2), (1, 3):
                guard count == 1 else { throw Fault("a line or ring begins \(count) times") }
                parts.append([try step()])
                let lineTo = index < commands.count ? commands[index] : 0
                index += 1
                guard lineTo & 7 == 2, lineTo >> 3 >= (type == 2 ? 1 : 2) else {
                    throw Fault("a line or ring too short")
                }
                for _ in 0..<(lineTo >> 3) {
                    let from = here, to = try step()
                    guard from != to else { throw Fault("a point is repeated") }
                    parts[parts.count - 1].append(to)
                }
                guard type == 3 else { continue }
                guard index < commands.count, commands[index] == 15 else { throw Fault("a ring is not closed") }
                index += 1
                guard parts[parts.count - 1].first != here else { throw Fault("a ring repeats its first point") }
            default: throw Fault("command \(command) in a feature of type \(type)")
            }
        }
        guard !parts.isEmpty else { throw Fault("a feature without geometry") }
        if type == 3 { try checkRings(parts) }
        return parts
    }

    private static func checkRings(_ rings: [[Point]]) throws {
        for (index, ring) in rings.enumerated() {
            let area = doubledArea(ring)
            guard area != 0 else { throw Fault("a ring of zero area") }
            guard index > 0 || area > 0 else { throw Fault("the first ring is a hole") }
        }
    }

    /// Twice the surveyor's area: positive for outer rings, y downward.
    package static func doubledArea(_ ring: [Point]) -> Int {
        zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
    }
}

extension DecodedTile.Feature {
    /// Whether a place lies inside, by the winding of all rings together.
    package func covers(_ x: Double, _ y: Double) -> Bool {
        var winding = 0
        for ring in parts {
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (Double(a.y) > y) != (Double(b.y) > y) {
                let crossing = Double(a.x) + Double(b.x - a.x) * (y - Double(a.y)) / Double(b.y - a.y)
                if crossing > x { winding += b.y > a.y ? 1 : -1 }
            }
        }
        return winding != 0
    }

    /// How far a place is from the nearest line or ring, in tile units.
    package func distance(_ x: Double, _ y: Double) -> Double {
        var nearest = Double.infinity
        for part in parts {
            for (a, b) in zip(part, part.dropFirst() + (type == 3 ? part.prefix(1) : [])) {
                let dx = Double(b.x - a.x), dy = Double(b.y - a.y), px = x - Double(a.x), py = y - Double(a.y)
                let length = dx * dx + dy * dy, along = length > 0 ? min(1, max(0, (px * dx + py * dy) / length)) : 0
                nearest = min(
                    nearest,
                    ((px - along * dx) * (px - along * dx) + (py - along * dy) * (py - along * dy)).squareRoot())
            }
        }
        return nearest
    }
}
