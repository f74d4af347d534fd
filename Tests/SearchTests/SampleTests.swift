import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// The sample of central Helsinki, read and built once for all tests of this file.
private enum Sample {
    nonisolated(unsafe) static let world = Result { try SearchWorld(OSMReader.read(paths: [SampleExtract.path]).data) }
}

/// Words of a text for comparison, by Foundation's rules rather than ours: letters and digits in lower case.
private func plainWords(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
}

private func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "'") } }

@Test func `every name of the sample finds a place of that name`() throws {
    let world = try Sample.world.get()
    var workspace = SearchWorkspace(), checked = 0
    for index in world.engine.places.indices {
        let place = PlaceID(index), name = world.text(of: place)
        guard !name.isEmpty, plainWords(name).count <= 8, name.utf8.count < 200, !plainWords(name).isEmpty else {
            continue
        }
        let hits = world.engine.suggest(SearchRequest(text: name, limit: 10), workspace: &workspace).hits
        let found = hits.contains { $0.place.map { world.text(of: $0) == name } ?? false }
        #expect(found, "\(name) → \(hits.map { world.name($0) })")
        checked += 1
    }
    #expect(checked > 1000)
}

@Test func `suggestions for a prefix all have a word with that prefix, if any name has`() throws {
    let world = try Sample.world.get(), places = world.engine.places
    let names = places.indices.map { world.text(of: PlaceID($0)) }
    let words = Set(names.filter(isPlain).flatMap(plainWords)).sorted()
    var random = SeededGenerator(seed: 9), workspace = SearchWorkspace()
    for _ in 0..<400 {
        let word = words[Int(random.next() % UInt64(words.count))]
        guard word.count >= 3, !word.first!.isNumber else { continue }
        let beginning = String(word.prefix(2 + Int(random.next() % UInt64(word.count - 2))))
        let bearers = names.indices.filter { plainWords(names[$0]).contains { $0.hasPrefix(beginning) } }
        let hits = world.engine.suggest(SearchRequest(text: beginning, limit: 10), workspace: &workspace).hits
        #expect(!hits.isEmpty, "\(beginning)")
        #expect(hits.first?.isPartial == false)
        // Names in other languages and kinds answer too; but names go first and there are enough of them.
        if bearers.count >= 40, isPlain(beginning) {
            let shown = hits.filter { hit in hit.place.map { bearers.contains($0.index) } ?? false }
            #expect(shown.count >= hits.count / 2, "\(beginning) → \(hits.map { world.name($0) })")
        }
    }
}

@Test func `every address of the sample is found by street and number, in either order`() throws {
    let world = try Sample.world.get(), places = world.engine.places
    var workspace = SearchWorkspace(), checked = 0
    for index in places.indices {
        let place = PlaceID(index), number = world.houseNumber(place)
        guard !number.isEmpty, let street = places.street(place) else { continue }
        let name = world.text(of: street), count = plainWords(name).count + plainWords(number).count
        // Longer numbers are floors and staircases in words ("13 A, 5. krs./Floor 5").
        guard count <= 8, plainWords(number).allSatisfy({ $0.first!.isNumber || $0.count == 1 }) else { continue }
        for text in ["\(name) \(number)", "\(number) \(name)"] {
            let hits = world.engine.suggest(SearchRequest(text: text, limit: 10), workspace: &workspace).hits
            let found = hits.contains { hit in
                guard case .address(let house) = hit.subject else { return false }
                return places.street(house) == street
                    && plainWords(world.houseNumber(house)) == plainWords(number)
            }
            #expect(found, "\(text) → \(hits.map { world.name($0) })")
        }
        checked += 1
    }
    #expect(checked > 500)
}

@Test func `a lookup at the point of each address in the sample returns that address`() throws {
    let world = try Sample.world.get(), places = world.engine.places
    for index in places.indices {
        let place = PlaceID(index)
        guard !places.houseNumber(place).isEmpty else { continue }
        let answer = try #require(world.engine.address(at: Coordinate(places.point(place))))
        let house = try #require(answer.house)
        // One that is found at its entrance is on its outline, which is rounded to 11 cm.
        #expect(house.distanceInMetres < 0.12)
        // Several shops may share the very point; then one of them answers.
        let same = places.indices.contains { other in
            places.point(PlaceID(other)) == places.point(place)
                && places.houseNumber(PlaceID(other)) == places.houseNumber(house.place)
        }
        #expect(same || house.place == place)
    }
}

@Test func `a long name of the sample is found with one typing error`() throws {
    let world = try Sample.world.get(), places = world.engine.places
    var random = SeededGenerator(seed: 31), workspace = SearchWorkspace(), checked = 0, found = 0
    let candidates = places.indices.filter {
        let words = plainWords(world.text(of: PlaceID($0)))
        return words.count <= 3 && words.contains { $0.count >= 6 }
    }
    for _ in 0..<400 {
        let place = PlaceID(candidates[Int(random.next() % UInt64(candidates.count))]), name = world.text(of: place)
        var letters = Array(name)
        let words = plainWords(name), long = words.max { $0.count < $1.count }!
        guard
            let offset = (0...max(0, letters.count - long.count)).first(where: { start in
                String(letters[start...].prefix(long.count)).lowercased() == long
            })
        else { continue }
        let position = offset + 1 + Int(random.next() % UInt64(long.count - 2))
        guard position + 1 < letters.count else { continue }
        switch random.next() % 4 {
        case 0: letters.swapAt(position, position + 1)
        case 1: letters.remove(at: position)
        case 2: letters.insert(letters[position], at: position)
        default: letters[position] = "e"
        }
        let hits = world.engine.suggest(SearchRequest(text: String(letters), limit: 10), workspace: &workspace).hits
        checked += 1
        if hits.contains(where: { $0.place.map { world.text(of: $0) == name } ?? false }) { found += 1 }
    }
    // A short name with a typing error can be another name.
    #expect(checked > 300)
    #expect(found * 100 >= checked * 97, "\(found) of \(checked)")
}
