import Atlas
import GeoCore
import OSMImport
import Search
import TestSupport
import Testing

/// A query and the house that is meant: "Street 12", or a street's name alone.
private struct Question: Sendable, CustomTestStringConvertible {
    let text: String
    let first: String
    var testDescription: String { "\(text.debugDescription) → \(first)" }

    init(_ text: String, _ first: String) {
        self.text = text
        self.first = first
    }
}

/// A town with streets of these names, each with houses of these numbers.
private func town(_ streets: [(name: String, numbers: [String])], named: String = "Valmont") -> HandMade {
    var map = HandMade()
    map.node(1, 60, 25.005, ["place": "town", "name": "\(named)"])
    for (row, street) in streets.enumerated() {
        let latitude = 60 + 0.002 * Double(row), first = Int64(1000 * (row + 1))
        map.node(first, latitude, 25)
        map.node(first + 1, latitude, 25.01)
        map.way(first, [first, first + 1], ["highway": "residential", "name": "\(street.name)"])
        for (column, number) in street.numbers.enumerated() {
            map.node(
                first + 10 + Int64(column), latitude + 0.0001, 25 + 0.0005 * Double(column + 1),
                ["addr:street": "\(street.name)", "addr:housenumber": "\(number)"])
        }
    }
    return map
}

private func first(_ text: String, in world: SearchWorld) throws -> String {
    var workspace = SearchWorkspace()
    let hit = world.engine.places(SearchRequest(text: text), workspace: &workspace).hits.first
    return try world.name(#require(hit, "\(text)"))
}

@Test(arguments: [
    // The flat stands before the house in Australia and Canada.
    Question("3/12 Smith Street", "Smith Street 12"), Question("Unit 3, 12 Smith Street", "Smith Street 12"),
    Question("Unit 3/12 Smith St", "Smith Street 12"), Question("U3/12 Smith Street", "Smith Street 12"),
    Question("12 Smith Street Unit 3", "Smith Street 12"), Question("12 Smith Street, Apt 3", "Smith Street 12"),
    Question("12 Smith Street #3", "Smith Street 12"), Question("#3, 12 Smith Street", "Smith Street 12"),
    Question("Flat B, 12 Smith Street", "Smith Street 12"), Question("B/12 Smith Street", "Smith Street 12"),
    Question("Suite 300, 12 Smith Street, Valmont", "Smith Street 12"),
    Question("Apt3 12 Smith Street", "Smith Street 12"),
    Question("5-123 Smith Street", "Smith Street 123"), Question("3/14 Smith Street", "Smith Street 14"),
    Question("12-14 Smith Street", "Smith Street 12"), Question("Level 2, 3 Smith Street", "Smith Street 3"),
    // An exact match goes before, and a flat's number is a house's where it is alone.
    Question("7/9 Smith Street", "Smith Street 7/9"), Question("Unit 7, 9 Smith Street", "Smith Street 7/9"),
    Question("9 Smith Street", "Smith Street 7/9"), Question("Flat 3 Smith Street", "Smith Street 3"),
    Question("#12 Smith Street", "Smith Street 12"), Question("Smith Street No. 12", "Smith Street 12"),
    Question("No12 Smith Street", "Smith Street 12"),
])
private func `an address is found with any flat in the house`(_ question: Question) throws {
    let world = try SearchWorld(
        town([("Smith Street", ["3", "5", "12", "14", "17", "123", "7/9"]), ("Station Street", ["12"])]))
    #expect(try first(question.text, in: world) == question.first)
}

@Test(arguments: [
    Question("3706 82nd St", "82nd Street 37-06"), Question("37-06 82nd St", "82nd Street 37-06"),
    Question("4110 82nd St", "82nd Street 4110"), Question("1214 82nd St", "82nd Street"),
    Question("12 B rue Victor Hugo", "Rue Victor Hugo 12 bis"),
    Question("12b rue Victor Hugo", "Rue Victor Hugo 12 bis"),
    Question("14 T rue Victor Hugo", "Rue Victor Hugo 14 ter"), Question("16 B rue Victor Hugo", "Rue Victor Hugo 16B"),
    Question("18 bis rue Victor Hugo", "Rue Victor Hugo 18B"), Question("12 rue Victor Hugo", "Rue Victor Hugo 12"),
    Question("18 rue Victor Hugo", "Rue Victor Hugo 18"),
])
private func `a house is found by a shorter way to write its number where no other has that`(_ question: Question)
    throws
{
    let world = try SearchWorld(
        town([
            ("82nd Street", ["12-14", "37-06", "41-10", "4110"]),
            ("Rue Victor Hugo", ["12", "12 bis", "14", "14 ter", "16 bis", "16B", "18", "18B"]), ("Main Street", []),
        ]))
    #expect(try first(question.text, in: world) == question.first)
}

@Test func `of several flats in a house, the named flat comes first`() throws {
    var map = town([("Smith Street", ["10"])])
    for unit in 1...4 {
        map.node(
            Int64(unit) + 500, 60.0002, 25.004 + 0.0001 * Double(unit),
            ["addr:street": "Smith Street", "addr:housenumber": "12", "addr:unit": "\(unit)"])
    }
    let world = try SearchWorld(map)
    for text in ["Unit 3, 12 Smith Street", "3/12 Smith Street", "12 Smith Street Unit 3", "12 Smith Street #3"] {
        #expect(try world.hits(text).first?.place == world.place("n503"), "\(text)")
    }
}

@Test(arguments: [
    Question("8 mai 1945", "Rue du 8 Mai 1945"), Question("rue 8 mai 1945", "Rue du 8 Mai 1945"),
    Question("8 mai 1945 Valmont", "Rue du 8 Mai 1945"), Question("12 rue du 8 mai 1945", "Rue du 8 Mai 1945 12"),
    Question("8 rue du 8 mai 1945", "Rue du 8 Mai 1945 8"), Question("rue du 8 mai 1945 8", "Rue du 8 Mai 1945 8"),
    Question("17. listopadu", "17. listopadu"), Question("17 listopadu 17", "17. listopadu 17"),
    Question("17. listopadu 12", "17. listopadu 12"), Question("calle 8", "Calle 8"),
    Question("Calle 8 12", "Calle 8 12"),
    Question("12 Calle 8", "Calle 8 12"), Question("Calle 8 8", "Calle 8 8"), Question("5th avenue", "5th Avenue"),
    Question("5 avenue", "5th Avenue"), Question("12 5th Avenue", "5th Avenue 12"),
    Question("5th Avenue 5", "5th Avenue 5"),
])
private func `a number in a street's name is no house number`(_ question: Question) throws {
    let numbers = ["5", "8", "12", "17", "1945"]
    let world = try SearchWorld(
        town(["Rue du 8 Mai 1945", "17. listopadu", "Calle 8", "5th Avenue"].map { ($0, numbers) }))
    #expect(try first(question.text, in: world) == question.first)
}

@Test(arguments: [
    // Buildings with one number: Russia and Ukraine.
    Question("ул. Мира, д. 12, корп. 2", "улица Мира 12 к2"), Question("Мира 12к2", "улица Мира 12 к2"),
    Question("улица Мира 12 корпус 2", "улица Мира 12 к2"), Question("Мира 12 стр. 1", "улица Мира 12 с1"),
    Question("Мира, 12с1", "улица Мира 12 с1"), Question("ул. Мира, 14", "улица Мира 14"),
    Question("ул. Мира, дом 14, кв. 5", "улица Мира 14"), Question("Мира 16а", "улица Мира 16А"),
    Question("Мира 18к1с2", "улица Мира 18 корп. 1 стр. 2"), Question("№12к2 Мира", "улица Мира 12 к2"),
    // Blocks and lots: Brazil.
    Question("Rua Sol, Quadra 5, Lote 12", "Rua Sol Quadra 5 Lote 12"),
    Question("Rua Sol Q 5 L 12", "Rua Sol Quadra 5 Lote 12"),
    Question("Rua Sol Qd. 5 Lt. 12", "Rua Sol Quadra 5 Lote 12"),
    Question("Rua Sol Q5 L12", "Rua Sol Quadra 5 Lote 12"),
    // The crossing street and the distance from it: Colombia; a block and a house: Queens.
    Question("Calle 45 # 12-34", "Calle 45 12-34"), Question("Cl 45 No 12-34", "Calle 45 12-34"),
    Question("Cl. 45 #12-34", "Calle 45 12-34"), Question("Calle 45 No. 12 - 34", "Calle 45 12-34"),
    Question("37-06 82nd Street", "82nd Street 37-06"), Question("82nd St 37-06", "82nd Street 37-06"),
    // Suffixes of a number: the Netherlands, France, Italy.
    Question("Kade 12-2", "Kade 12-2"), Question("Kade 12 II", "Kade 12-2"), Question("Kade 14-hs", "Kade 14-H"),
    Question("Kade 16 huis", "Kade 16-hs"), Question("Kade 16hs", "Kade 16-hs"), Question("Kade 18bis", "Kade 18bis"),
    Question("Kade 18 bis", "Kade 18bis"), Question("Kade 20 ter", "Kade 20 ter"),
    Question("Kade 22 rosso", "Kade 22r"),
    // Stairs and flats: Finland, Poland, Turkey.
    Question("Kade 24 B 5", "Kade 24b"), Question("Kade 24 A 5", "Kade 24a"), Question("Kade 26 m. 5", "Kade 26"),
    Question("Kade No:26 D:5", "Kade 26"),
    Question("Kade 26, et. 3, ap. 10", "Kade 26"), Question("Kade A12", "Kade A12"), Question("Kade A-12", "Kade A12"),
    // Letters of a range.
    Question("Kade 28c", "Kade 28a–28f"), Question("Kade 30 b", "Kade 30a-d"),
])
private func `a house is found as people there write its number`(_ question: Question) throws {
    let world = try SearchWorld(
        town([
            ("улица Мира", ["12", "12 к2", "12 с1", "14", "16", "16А", "18 корп. 1 стр. 2"]),
            ("Rua Sol", ["5", "12", "Quadra 5 Lote 12", "Quadra 5 Lote 13"]),
            ("Calle 45", ["12-30", "12-34", "45", "34"]),
            ("Calle 12", ["45-34", "45"]), ("82nd Street", ["37-02", "37-06", "6", "37"]),
            (
                "Kade",
                [
                    "5", "10", "12", "12-2", "14-H", "16", "16-hs", "18bis", "20 ter", "22", "22r", "24", "24a", "24b",
                    "26",
                    "A12", "28a–28f", "30a-d",
                ]
            ),
        ]))
    #expect(try first(question.text, in: world) == question.first)
}

@Test(arguments: [
    // The flat before a range, a flat with letters, a flat before a street that is called by a number.
    Question("2/14-18 Smith Street", "Smith Street 14-18"), Question("5/22-24 Smith St", "Smith Street 22-24"),
    Question("A3/12 Smith St", "Smith Street 12"), Question("G03/100 Smith St", "Smith Street 100"),
    Question("Townhouse 3, 12 Smith St", "Smith Street 12"),
    Question("410-300 5th Avenue SW", "5th Avenue Southwest 300"), Question("205-10120 104 St", "104 Street 10120"),
    Question("305-2050 W 4th Ave", "West 4th Avenue 2050"), Question("302 - 1234 Smith Street", "Smith Street 1234"),
    Question("#302 - 1234 Smith St", "Smith Street 1234"), Question("37-12 82nd St", "82nd Street 37-12"),
    // Floors before the number, flats behind it.
    Question("12/F, 33 Smith Street", "Smith Street 33"), Question("Flat A, 12/F, 33 Smith Street", "Smith Street 33"),
    Question("G/F, 33 Smith Street", "Smith Street 33"), Question("12 Smith Street #01-01", "Smith Street 12"),
    Question("Blk 12 Ang Mo Kio Ave 3 #04-12", "Ang Mo Kio Avenue 3 12"),
    Question("12 Smith Street, 5th floor", "Smith Street 12"),
])
private func `a house is found with any flat or floor before its number`(_ question: Question) throws {
    let world = try SearchWorld(
        town([
            ("Smith Street", ["2", "3", "12", "14-18", "22-24", "33", "100", "302", "1234"]),
            ("5th Avenue Southwest", ["300", "410"]), ("104 Street", ["205", "10120"]),
            ("West 4th Avenue", ["305", "2050"]), ("82nd Street", ["12", "37-12"]),
            ("Ang Mo Kio Avenue 3", ["4", "12"]),
        ]))
    #expect(try first(question.text, in: world) == question.first)
}

@Test(arguments: [
    "Kade, nº 12 - 3º Esq", "Kade 12 esc. A 3º B", "Kade, 12, 1º izda", "Kade 12, 2ª planta", "Kade 12 r/c",
    "Kade 12 PB",
    "Kade 12 piso 5 dto B", "Kade 12 5° B", "Kade 12, 2. th.", "Kade 12 st. th.", "Kade 12, 1. sal", "Kade 12 bte 3",
    "Kade 12 bus 3", "Kade 12 H0201", "Kade 12 dz. 3", "Kade 12 Hinterhaus", "Kade 12, 2. OG",
    "Kade 12 Stiege 3 Tür 12", "Kade 12, Stg. 3, Top 12", "Kade No. 12 RT 01/RW 02", "Kade 12/3/12", "Kade 12-5",
])
private func `a flat behind a house's number neither hides the house nor leads to its neighbours`(text: String) throws {
    let world = try SearchWorld(town([("Kade", ["3", "5", "12a", "12к2", "12", "2"]), ("Singel", ["12"])]))
    var workspace = SearchWorkspace()
    let hit = try #require(world.engine.places(SearchRequest(text: text), workspace: &workspace).hits.first)
    #expect(world.name(hit) == "Kade 12" && !hit.isPartial)
}

@Test(arguments: [
    Question("Rua Azul Q. 12 L. 8", "Rua Azul Quadra 12, Lote 8"), Question("Rua Azul Qd 12 Lt 3", "Rua Azul 12-3"),
    Question("Rua Azul, Quadra 12, Lote 4", "Rua Azul Q. 12, L. 4"), Question("Rua Azul Qd 12 Lt 99", "Rua Azul"),
    Question("Rua 12 Qd 5 Lt 12", "Rua 12 Quadra 5 Lote 12"), Question("Rua 12 Q5 L3", "Rua 12 Quadra 5 Lote 3"),
    Question("Rua 12, Quadra 12, Lote 5", "Rua 12 Quadra 12 Lote 5"),
    Question("Rua T-37 Qd 12 Lt 3", "Rua T-37 Qd. 12 Lt. 3"),
    Question("Rua 12, Quadra 05, Lote 03", "Rua 12 Quadra 5 Lote 3"),
    Question("Rua 12 Mza. 5, Lte. 3", "Rua 12 Quadra 5 Lote 3"),
])
private func `a lot is that lot of that block and no other`(_ question: Question) throws {
    let world = try SearchWorld(
        town([
            ("Rua Azul", ["12-3", "Quadra 12, Lote 8", "Q. 12, L. 4"]),
            ("Rua 12", ["Quadra 5 Lote 3", "Quadra 5 Lote 12", "Quadra 12 Lote 5"]),
            ("Rua T-37", ["Q. 12, L. 4", "Qd. 12 Lt. 3"]),
        ]))
    #expect(try first(question.text, in: world) == question.first)
}

@Test(arguments: [
    // Nothing stands between a name and a number in Korea and Japan, and a number goes on with a character of its own.
    Question("테헤란로 7길 22", "테헤란로7길 22"), Question("테헤란로152", "테헤란로 152"), Question("테헤란로 152번", "테헤란로 152"),
    Question("中央通り3", "中央通り 3"), Question("中央通り12番地", "中央通り 12"),
    Question("中山路一段12號", "中山路一段 12號"), Question("中山路一段 12", "中山路一段 12號"),
    Question("中山路一段12号", "中山路一段 12號"), Question("中山路一段12之3號", "中山路一段 12之3號"),
    Question("中山路一段12號之3", "中山路一段 12之3號"), Question("板橋區中山路二段12號", "中山路二段 12號"),
    // Numbers in names.
    Question("Via 20 Settembre 3", "Via XX Settembre 3"), Question("Via 20 Settembre", "Via XX Settembre"),
    Question("Via Giovanni 23, 5", "Via Giovanni XXIII 5"), Question("Via IV Novembre 9", "Via 4 Novembre 9"),
    Question("28 Οκτωβρίου 7", "28ης Οκτωβρίου 7"), Question("3. linja 3", "Kolmas linja 3"),
    Question("1 de Mayo 5", "1º de Mayo 5"), Question("ул 8-го Марта 12", "улица 8 Марта 12"),
    // Houses without a number.
    Question("Via 4 Novembre snc", "Via 4 Novembre SNC"), Question("Via 4 Novembre s/n", "Via 4 Novembre SNC"),
])
private func `a house is found by numbers in words, in names and without a gap`(_ question: Question) throws {
    let world = try SearchWorld(
        town(
            [
                ("테헤란로", ["7", "152"]), ("테헤란로7길", ["22"]), ("中央通り", ["3", "12"]),
                ("中山路一段", ["12之3號", "12號"]), ("中山路二段", ["12號"]), ("Via XX Settembre", ["3", "20"]),
                ("Via Giovanni XXIII", ["5", "23"]), ("Via 4 Novembre", ["4", "9", "SNC"]),
                ("28ης Οκτωβρίου", ["7", "28"]), ("Kolmas linja", ["3"]), ("1º de Mayo", ["1", "5"]),
                ("улица 8 Марта", ["8", "12"]),
            ], named: "板橋區"))
    var workspace = SearchWorkspace()
    let hit = try #require(world.engine.places(SearchRequest(text: question.text), workspace: &workspace).hits.first)
    #expect(world.name(hit) == question.first && !hit.isPartial)
}

/// A Czech village with a street, and houses without one.
private var dolany: HandMade {
    var map = HandMade()
    map.node(1, 60, 25.005, ["place": "village", "name": "Dolany"])
    map.node(2, 60.001, 25)
    map.node(3, 60.001, 25.01)
    map.way(1, [2, 3], ["highway": "residential", "name": "Lipová"])
    for (id, conscription, street) in [(Int64(10), "100", "9"), (11, "87", "13"), (12, "13", "21")] {
        map.node(
            id, 60.0011, 25 + 0.0005 * Double(id - 9),
            [
                "addr:housenumber": "\(conscription)/\(street)", "addr:conscriptionnumber": "\(conscription)",
                "addr:streetnumber": "\(street)", "addr:street": "Lipová", "addr:city": "Dolany",
            ])
    }
    map.node(20, 60.0005, 25.005, ["addr:conscriptionnumber": "150", "addr:place": "Dolany"])
    map.node(21, 60.0004, 25.005, ["addr:conscriptionnumber": "151", "addr:city": "Dolany"])
    map.node(22, 60.0003, 25.005, ["addr:provisionalnumber": "7", "addr:place": "Dolany"])
    map.node(
        23, 60.0011, 25.009,
        ["addr:conscriptionnumber": "41", "addr:streetnumber": "30", "addr:street": "Lipová", "addr:city": "Dolany"])
    return map
}

@Test(arguments: [
    Question("Lipová 87/13", "n11"), Question("Lipová 87", "n11"), Question("Lipová 13", "n11"),
    Question("Lipová 13, Dolany", "n11"), Question("Dolany 87", "n11"), Question("Dolany č.p. 87", "n11"),
    Question("Dolany čp. 100", "n10"), Question("Dolany č. p. 87", "n11"), Question("Lipová 21", "n12"),
    Question("Dolany 13", "n12"), Question("Dolany 150", "n20"), Question("Dolany 151", "n21"),
    Question("Dolany ev. 7", "n22"), Question("Lipová 41/30", "n23"), Question("Lipová 30", "n23"),
])
private func `a house is found by its number of the village and of the street`(_ question: Question) throws {
    let world = try SearchWorld(dolany)
    #expect(try world.hits(question.text).first?.place == world.place(question.first))
}

@Test(arguments: [
    Question("中野3-4-5", "n1"), Question("中野三丁目4-5", "n1"), Question("中野3丁目4番5号", "n1"), Question("中野三丁目4番地6", "n2"),
    Question("Quadra 7 Lote 3 Setor Sul", "n3"), Question("Setor Sul Q 7 L 3", "n3"), Question("Riverside 17", "n4"),
    Question("Weiler 5", "n5"), Question("Block 4 House 9, Salmiya", "n6"),
])
private func `houses are found by block and neighbourhood where there are no streets`(_ question: Question) throws {
    var map = HandMade()
    map.node(
        1, 60, 25,
        [
            "addr:quarter": "中野", "addr:neighbourhood": "三丁目", "addr:block_number": "4", "addr:housenumber": "5",
        ])
    map.node(
        2, 60, 25.001,
        ["addr:quarter": "中野", "addr:neighbourhood": "三丁目", "addr:block_number": "4", "addr:housenumber": "6"])
    map.node(3, 60.1, 25, ["addr:suburb": "Setor Sul", "addr:block": "7", "addr:lot": "3"])
    map.node(4, 60.2, 25, ["addr:neighbourhood": "Riverside", "addr:housenumber": "17"])
    map.node(5, 60.3, 25, ["addr:hamlet": "Weiler", "addr:housenumber": "5"])
    map.node(6, 60.4, 25, ["addr:city": "Salmiya", "addr:block": "4", "addr:housenumber": "9"])
    let world = try SearchWorld(map)
    #expect(try world.hits(question.text).first?.place == world.place(question.first))
}
