/// Words of addresses that go with numbers, folded.
enum NumberSigns {
    /// Whether a word only says that a house's number follows, or a part of it: "No 12", "д. 12", "Quadra 5 Lote 12".
    static func isSign(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(
            of: [
                "no", "nr", "n", "num", "numero", "nro", "number", "house", "hnr", "hausnummer", "nummer", "blk",
                "casa", "cp", "cislo", "supisne", "popisne", "orientacne", "orientacni", "дом", "д", "буд", "будинок",
                "номер", "бр", "quadra", "quad", "qd", "lote", "lot", "lt", "lte", "manzana", "mza", "mz", "plot",
                "block", "kav", "kavling", "km", "so", "nha", "رقم", "בית",
            ], word)
    }

    /// Whether a word stands for the number of a house that has none: "s/n", "snc".
    static func isNumberless(_ word: ArraySlice<UInt8>) -> Bool { isOne(of: ["sn", "snc"], word) }

    /// Whether initials make a word that goes with numbers: "č.p.", "s/n", "r/c".
    static func isWordOfInitials(_ word: ArraySlice<UInt8>) -> Bool {
        isSign(word) || isNumberless(word) || isPartOfHouse(word)
    }

    /// Whether a word stands for the hyphen between two numbers of a house: "12之3號".
    static func isHyphen(_ word: ArraySlice<UInt8>) -> Bool { isOne(of: ["之"], word) }

    /// Whether a word is the ending of an ordinal behind a hyphen, which many names lack: "8-го Марта" is "8 Марта".
    static func isOrdinalEnding(_ word: ArraySlice<UInt8>) -> Bool { isOne(of: ["го", "ого", "go"], word) }

    /// Whether a word stands behind the numbers of houses and blocks in East Asia: "3丁目4番5号", "12號", "12번".
    static func isCounter(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(of: ["丁", "目", "番", "地", "号", "號", "번", "번지", "호", "동", "층"], word)
    }

    /// Whether a word says that the number of a flat, a floor or an entrance follows: "Unit 3", "кв. 5".
    static func isUnit(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(
            of: [
                "unit", "u", "apt", "apartment", "appt", "app", "apto", "flat", "fl", "ste", "suite", "room", "rm",
                "level",
                "floor", "shop", "dept", "dpto", "depto", "departamento", "piso", "puerta", "pta", "esc", "escalera",
                "appartement", "bat", "batiment", "etage", "wohnung", "whg", "interno", "int", "scala", "lok", "lokal",
                "m", "mieszkanie", "byt", "daire", "kat", "d", "ap", "sc", "et", "bl", "bloc", "bloco", "sala", "кв",
                "квартира", "quadra", "quad", "qd", "lote", "lot", "lt", "manzana", "mza", "mz", "block", "blok", "оф",
                "офис", "офіс", "этаж", "эт", "под", "подъезд", "пом", "вх", "ап", "бл", "as", "asunto",
                "lgh", "leilighet", "شقه", "דירה", "townhouse", "villa", "dto", "andar", "emelet", "ajto", "bte",
                "boite", "bus", "stiege", "stg", "tur", "top", "rt", "rw", "dz", "dzivoklis",
            ], word)
    }

    /// Words that mean a unit only between a number and another: "12 m. 5", "5 bus 3".
    static func isUnitBehindNumber(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(
            of: [
                "m", "d", "dto", "andar", "emelet", "ajto", "bte", "boite", "bus", "stiege", "stg", "tur", "top", "rt",
                "rw", "dz", "dzivoklis",
            ], word)
    }

    /// Words behind the number of a floor, or of a flat beside the stairs: "2. th.", "3º Esq.", "2. OG", "5th floor".
    static func isSideOrFloor(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(
            of: [
                "th", "tv", "mf", "sal", "og", "ug", "dg", "stock", "floor", "planta", "piso", "andar", "em", "emelet",
                "esq", "esquerdo", "dto", "direito", "fte", "frente", "izda", "izq", "izquierda", "dcha", "derecha",
            ], word)
    }

    /// Words behind a house's number for its ground floor or a building behind it: "12 r/c", "12 PB", "5 Hinterhaus".
    static func isPartOfHouse(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(of: ["rc", "pb", "eg", "hh", "hinterhaus", "vh", "vorderhaus"], word)
    }

    /// Denmark's ground floor: "7 st. th."
    static func isGroundFloor(_ word: ArraySlice<UInt8>) -> Bool { isOne(of: ["st"], word) }

    /// Letters for a floor before "/F": "UG/F", upper ground.
    static func isFloorLetters(_ word: ArraySlice<UInt8>) -> Bool { isOne(of: ["ug", "lg"], word) }

    /// Whether a word is part of a number and stands between that of a house and that of one of its buildings, or
    /// before a number without a street: "12 корп. 2", "ev. 12".
    static func isBuilding(_ word: ArraySlice<UInt8>) -> Bool { building(word) != nil || isOne(of: ["ev"], word) }

    /// Words behind a number that belong to it: "11 bis", "12 hs".
    static func isSuffix(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(of: ["bis", "ter", "quater", "quinquies", "hs", "huis", "rosso", "nero", "ii", "iii", "iv"], word)
    }

    /// The one way to write letters of a house's number that people write in several; `nil` for those that are as they
    /// are.
    ///
    /// Letters that look like Latin ones become those: nobody sees which ones a user typed.
    static func plain(_ letters: ArraySlice<UInt8>) -> StaticString? {
        if let building = building(letters) { return building }
        let others: [(letters: StaticString, plain: StaticString)] = [
            ("ii", "2"), ("iii", "3"), ("iv", "4"), ("huis", "hs"), ("rosso", "r"), ("nero", "n"), ("а", "a"),
            ("е", "e"), ("snc", "sn"),
        ]
        return others.first { $0.letters.withUTF8Buffer { unsafe letters.elementsEqual($0) } }?.plain
    }

    /// Whether letters before a number may stand for the block and the lot of Brazil's addresses: "Q 5 L 12".
    static func isBlockLetter(_ word: ArraySlice<UInt8>) -> Bool { isOne(of: ["q"], word) }
    static func isLot(_ word: ArraySlice<UInt8>) -> Bool { isOne(of: ["l", "lt", "lte", "lote", "lot"], word) }
    /// Whether a word says that the number of a block follows, and perhaps that of a lot.
    static func isBlock(_ word: ArraySlice<UInt8>) -> Bool {
        isBlockLetter(word)
            || isOne(of: ["quadra", "quad", "qd", "manzana", "mza", "mz", "block", "blk"], word)
    }

    private static func building(_ word: ArraySlice<UInt8>) -> StaticString? {
        if isOne(of: ["к", "корп", "корпус", "k", "korp", "korpus"], word) { return "k" }
        if isOne(of: ["с", "стр", "строение", "c", "str", "stroenie"], word) { return "c" }
        return isOne(of: ["лит", "литер", "литера"], word) ? "" : nil
    }

    private static func isOne(of known: [StaticString], _ word: ArraySlice<UInt8>) -> Bool {
        known.contains { $0.withUTF8Buffer { unsafe word.elementsEqual($0) } }  // The literal's own bytes.
    }
}
