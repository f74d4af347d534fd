import Gossip

/// Reads a message of the mesh: it has the bytes that came, and all its parts lie within them.
@_cdecl("LLVMFuzzerTestOneInput")
public func readMessage(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    do throws(MessageFault) {
        let message = try Message(bytes: bytes)
        precondition(message.bytes == bytes && message.body.count <= message.messageClass.maximumBody)
        precondition((message.signature == nil) == message.messageClass.isSealed)
        for tag in UInt8.min...UInt8.max { precondition((message.value(of: tag)?.count ?? 0) <= message.body.count) }
        if let stamp = message.stamp { precondition(message.stamped(stamp) == message) }
    } catch {
        precondition(error.offset <= bytes.count, "a fault behind the end")
    }
    return 0
}
