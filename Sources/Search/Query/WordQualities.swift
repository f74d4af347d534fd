/// The quality of a match with each word of a query: a `QueryWord.Quality` for each, 0 for no match.
///
/// Word i is byte i of one number: a pass compares thousands of names, and most operations then take all words at once.
struct WordQualities: Equatable, Sendable {
    private var bytes: UInt64

    /// No word matches.
    static var none: WordQualities { WordQualities(bytes: 0) }

    private init(bytes: UInt64) { self.bytes = bytes }

    /// The best quality for each of `words`.
    init(exact words: WordSet) { bytes = Mask(words).bytes }

    /// Whether no word matches.
    var isNone: Bool { bytes == 0 }

    /// The quality for the word at `index`.
    subscript(_ index: Int) -> UInt8 {
        get { UInt8(truncatingIfNeeded: bytes &>> UInt64(truncatingIfNeeded: index &* 8)) }
        set {
            let shift = UInt64(truncatingIfNeeded: index &* 8)
            bytes = bytes & ~(0xff &<< shift) | UInt64(newValue) &<< shift
        }
    }

    /// The words that match.
    var words: WordSet {
        // Each byte's lowest bit becomes whether the byte is not zero; the product moves those eight bits to the top
        // byte.
        var any = bytes | bytes >> 4
        any |= any >> 2
        any |= any >> 1
        any &= 0x0101_0101_0101_0101
        return WordSet(rawValue: UInt8(truncatingIfNeeded: (any &* 0x0102_0408_1020_4080) >> 56))
    }

    /// Raises the quality for the word at `index` to `quality` if that is better.
    mutating func raise(_ index: Int, to quality: UInt8) {
        if self[index] < quality { self[index] = quality }
    }

    /// Copies the qualities of `other` for `words`, which have no match yet.
    mutating func fill(_ words: WordSet, from other: WordQualities) {
        bytes |= other.bytes & Mask(words).bytes
    }

    /// Returns the better of two qualities for each word.
    func merged(with other: WordQualities) -> WordQualities {
        guard bytes != 0, other.bytes != 0 else { return WordQualities(bytes: bytes | other.bytes) }
        var merged: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            merged |= max(bytes &>> shift & 0xff, other.bytes &>> shift & 0xff) &<< shift
        }
        return WordQualities(bytes: merged)
    }

    /// Returns each quality multiplied by `share` / 256; a zero stays zero.
    func scaled(by share: UInt64) -> WordQualities {
        guard bytes != 0 else { return .none }
        var scaled: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            let quality = bytes &>> shift & 0xff
            if quality > 0 { scaled |= max(1, quality * share / 256) &<< shift }
        }
        return WordQualities(bytes: scaled)
    }

    /// Returns the qualities with those of `mask` multiplied by `share` / 256.
    func scaled(by share: UInt64, _ mask: Mask) -> WordQualities {
        WordQualities(bytes: bytes & ~mask.bytes | only(mask).scaled(by: share).bytes)
    }

    /// The qualities of words that match as typed, in any spelling.
    var whole: WordQualities {
        var whole: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8)
        where bytes &>> shift & 0xff >= UInt64(QueryWord.Quality.synonym.rawValue) {
            whole |= bytes & 0xff &<< shift
        }
        return WordQualities(bytes: whole)
    }

    /// Returns the qualities that are at least as good as `least` for their word; the others become zero.
    func atLeast(_ least: [8 of UInt8]) -> WordQualities {
        guard bytes != 0 else { return .none }
        var certain = self
        for index in 0..<SearchRequest.maximumWords where self[index] < least[index] { certain[index] = 0 }
        return certain
    }

    /// Returns only the qualities of the words of `mask`.
    func only(_ mask: Mask) -> WordQualities { WordQualities(bytes: bytes & mask.bytes) }

    /// A bit mask with all bits set in the bytes of some words.
    struct Mask: Sendable {
        fileprivate let bytes: UInt64

        init(_ words: WordSet) {
            var bytes: UInt64 = 0
            for index in 0..<SearchRequest.maximumWords where words[index] {
                bytes |= 0xff &<< UInt64(truncatingIfNeeded: index &* 8)
            }
            self.bytes = bytes
        }

        var isEmpty: Bool { bytes == 0 }
    }
}
