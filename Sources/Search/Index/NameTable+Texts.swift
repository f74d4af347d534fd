import Atlas

extension NameTable {
    /// Appends the words of the name that begins at `position`, separated by spaces; returns where the next name
    /// begins.
    func append(
        nameAt position: Int, of place: PlaceID, _ dictionary: WordDictionary, to name: inout [UInt8]
    ) -> Int {
        let range = nameRange(place)
        guard range.contains(position) else { return range.upperBound }
        var position = position
        repeat {
            if !name.isEmpty { name.append(0x20) }
            dictionary.append(nameWord(at: position).word, to: &name)
            position += 1
        } while position < range.upperBound && !nameWord(at: position).beginsName
        return position
    }

    /// Calls `visit` with each name of a place, as scalars of folded words separated by spaces.
    ///
    /// `buffer` is scratch memory for one name.
    func forEachName(
        of place: PlaceID, _ dictionary: WordDictionary, _ buffer: inout [UInt8],
        _ visit: (_ name: [UInt32], NameWord.Standing) -> Void
    ) {
        let range = nameRange(place)
        var position = range.lowerBound
        while position < range.upperBound {
            buffer.removeAll(keepingCapacity: true)
            let standing = nameWord(at: position).standing
            position = append(nameAt: position, of: place, dictionary, to: &buffer)
            visit(ScalarDecoder.scalars(of: buffer[...]), standing)
        }
    }
}
