/// Small words that connect the other words of a query, folded, in the languages of the page and of its neighbours.
enum Wordings {
    /// Whether a word may be missing in answers: "the", "in".
    static func isFiller(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(
            of: [
                "a", "an", "the", "in", "at", "of", "on", "to", "for", "im", "am", "der", "die", "das", "den",
                "dem", "des", "zum", "zur",
                "von", "de", "du", "del", "la", "le", "les", "los", "las", "el", "au", "aux", "di", "da", "do", "dos",
                "i", "van", "het",
                "في", "من", "nearest", "closest", "nearby", "lahin", "nachste", "nachster", "nachstes", "اقرب",
            ], word)
    }

    /// Whether a word joins two streets to a corner: "corner of A and B".
    static func isJoining(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(
            of: [
                "and", "at", "corner", "of", "intersection", "ja", "kulma", "risteys", "und", "ecke", "kreuzung", "och",
                "et", "angle", "y",
                "esquina", "و", "تقاطع", "زاويه",
            ], word)
    }

    /// Whether a word says that the answers should be near the thing after it.
    static func isNear(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(
            of: [
                "near", "nearby", "around", "by", "close", "next", "beside", "lahella", "lahistolla", "vieressa",
                "luona", "bei", "beim", "nahe",
                "neben", "pres", "proche", "cerca", "vicino", "nara", "قرب", "بالقرب", "بجانب", "قريب",
            ], word)
    }

    /// Whether a word means the user's position: "near me".
    static func isHere(_ word: ArraySlice<UInt8>) -> Bool {
        isOne(
            of: [
                "me", "here", "mir", "hier", "meiner", "mich", "minua", "tassa", "taalla", "moi", "ici", "mi", "aqui",
                "mig", "har", "مني", "هنا",
            ], word)
    }

    private static func isOne(of known: [StaticString], _ word: ArraySlice<UInt8>) -> Bool {
        known.contains { $0.withUTF8Buffer { unsafe word.elementsEqual($0) } }  // The literal's own bytes.
    }
}
