/// A reader of a track format that is XML.
protocol XMLTrackReader {
    var xml: XMLElements { get set }
    /// Whether there were more points than are read.
    var isFull: Bool { get }
    mutating func take(_ event: XMLElements.Event)
}

extension XMLTrackReader {
    /// Takes everything up to the end, or up to damage; returns the damage.
    mutating func readAll() -> String? {
        do throws(XMLFault) {
            while !isFull, let event = try xml.next() { take(event) }
            return nil
        } catch {
            return "\(error)"
        }
    }
}
