import GeoCore

extension JSONWriter {
    /// Writes OSRM's member `lanes` of an intersection, from left to right.
    mutating func lanes(_ choice: LaneChoice) {
        key("lanes")
        beginArray()
        for (marks, isValid) in zip(choice.lanes.marks, choice.isValid) {
            beginObject()
            key("valid")
            value(isValid)
            key("indications")
            beginArray()
            for known in LaneMarks.words where marks.contains(known.mark) { value(known.name) }
            endArray()
            endObject()
        }
        endArray()
    }
}
