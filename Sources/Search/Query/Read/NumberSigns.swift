/// Words that accompany numbers in addresses, folded.
enum NumberSigns {
    /// Whether a word only announces a house's number, or a part of it: "No 12", "д. 12", "Quadra 5 Lote 12".
    static func isSign(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(
            of: [
                "no", "nr", "n", "num", "numero", "nro", "number", "house", "hnr", "hausnummer", "nummer", "blk",
                "casa", "cp", "cislo", "supisne", "popisne", "orientacne", "orientacni", "дом", "д", "буд", "будинок",
                "номер", "бр", "quadra", "quad", "qd", "lote", "lot", "lt", "lte", "manzana", "mza", "mz", "plot",
                "block", "kav", "kavling", "km", "so", "nha", "رقم", "בית",
            ], word)
    }

    /// Whether a word says that the house has no number: "s/n", "snc".
    static func isNumberless(_ word: ArraySlice<UInt8>) -> Bool { isOne(of: ["sn", "snc"], word) }

    /// Whether initials form a word that accompanies numbers: "č.p.", "s/n", "r/c".
    static func isWordOfInitials(_ word: ArraySlice<UInt8>) -> Bool {
        isSign(word) || isNumberless(word) || isPartOfHouse(word)
    }

    /// Whether a word stands for the hyphen between two numbers of a house: "12之3號".
    static func isHyphen(_ word: ArraySlice<UInt8>) -> Bool { isOne(of: ["之"], word) }

    /// Whether a word is the ending of an ordinal after a hyphen, which many names lack: "8-го Марта" is "8 Марта".
    static func isOrdinalEnding(_ word: ArraySlice<UInt8>) -> Bool { isOne(of: ["го", "ого", "go"], word) }

    /// Whether a word follows the numbers of houses and blocks in East Asia: "3丁目4番5号", "12號", "12번".
    static func isCounter(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(of: ["丁", "目", "番", "地", "号", "號", "번", "번지", "호", "동", "층"], word)
    }

    /// Whether a word announces the number of a flat, a floor or an entrance: "Unit 3", "кв. 5".
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

    /// Whether a word announces a unit, but only between two numbers: "12 m. 5", "5 bus 3".
    static func isUnitBehindNumber(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(
            of: [
                "m", "d", "dto", "andar", "emelet", "ajto", "bte", "boite", "bus", "stiege", "stg", "tur", "top", "rt",
                "rw", "dz", "dzivoklis",
            ], word)
    }

    /// Whether a word follows the number of a floor, or of a flat beside the stairs: "2. th.", "3º Esq.", "2. OG", "5th
    /// floor".
    static func isSideOrFloor(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(
            of: [
                "th", "tv", "mf", "sal", "og", "ug", "dg", "stock", "floor", "planta", "piso", "andar", "em", "emelet",
                "esq", "esquerdo", "dto", "direito", "fte", "frente", "izda", "izq", "izquierda", "dcha", "derecha",
            ], word)
    }

    /// Whether a word after a house's number names its ground floor or a building behind it: "12 r/c", "12 PB", "5
    /// Hinterhaus".
    static func isPartOfHouse(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(of: ["rc", "pb", "eg", "hh", "hinterhaus", "vh", "vorderhaus"], word)
    }

    /// Whether a word is Denmark's ground floor: "7 st. th."
    static func isGroundFloor(_ word: ArraySlice<UInt8>) -> Bool { isOne(of: ["st"], word) }

    /// Whether letters before "/F" name a floor: "UG/F", upper ground.
    static func isFloorLetters(_ word: ArraySlice<UInt8>) -> Bool { isOne(of: ["ug", "lg"], word) }

    /// Whether a word belongs to a number and names a building. It stands between a house's number and a building's
    /// number, or before a number without a street: "12 корп. 2", "ev. 12".
    static func isBuilding(_ word: ArraySlice<UInt8>) -> Bool { building(word) != nil || isOne(of: ["ev"], word) }

    /// Whether a word after a number belongs to it: "11 bis", "12 hs".
    static func isSuffix(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(of: ["bis", "ter", "quater", "quinquies", "hs", "huis", "rosso", "nero", "ii", "iii", "iv"], word)
    }

    /// Returns the standard form of letters in a house number; `nil` for letters without another form.
    ///
    /// Letters that look like Latin letters become Latin: nobody sees which of them a user typed.
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
    /// Whether a word announces the number of a block, possibly followed by a lot.
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
