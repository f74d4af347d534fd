import Community
import GeoCore
package import enum HereaboutsAPI.EventName
package import NIOCore

extension ByteBuffer {
    /// Returns an event without a cursor.
    package static func event(_ name: EventName, _ data: String) -> ByteBuffer {
        ByteBuffer(string: "event: \(name.rawValue)\ndata: \(data)\n\n")
    }

    /// Writes an event; `data` has no line breaks, since JSON escapes them.
    mutating func writeEvent(_ name: EventName, at time: HybridTime, _ data: String) {
        writeStaticString("event: ")
        writeString(name.rawValue)
        writeString("\nid: \(time.cursor)\ndata: \(data)\n\n")
    }

    /// Writes the current state of a post: its content, or its removal.
    mutating func write(_ post: Post) {
        var json = JSONWriter(reservingCapacity: 400)
        if post.state == .shown {
            json.value(post)
            writeEvent(.post, at: post.changed, String(decoding: json.bytes, as: UTF8.self))
        } else {
            json.beginObject()
            json.key("id")
            json.value(post.id.text)
            json.endObject()
            writeEvent(.removed, at: post.changed, String(decoding: json.bytes, as: UTF8.self))
        }
    }
}

extension HybridTime {
    /// The time as a cursor on the wire; clients must not interpret it.
    var cursor: String { String(rawValue, radix: 36) }

    init?(cursor: String) {
        guard let value = UInt64(cursor, radix: 36), value <= UInt64(Int64.max) else { return nil }
        self.init(rawValue: value)
    }
}
