import Gossip

private let items = ItemRuns(
    (UInt8(0)..<200).map { NegentropyItem(time: UInt64($0 / 4), id: MessageID(PortableSHA256.digest(of: [$0]))) })
private let settings = Negentropy(frameLimit: 4096)

/// Gives a message of Negentropy to a server and to a client: both take it or neither does, and what they answer is a
/// message again, within the frame limit.
@_cdecl("LLVMFuzzerTestOneInput")
public func readNegentropy(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    var client = NegentropyClient(settings)
    do throws(NegentropyFault) {
        let answer = try NegentropyServer.answer(bytes, from: items, settings)
        precondition(answer.count <= 4096, "a server's frame is too long")
        // Another version of the protocol is a question to a server only.
        guard bytes.first == 0x61 else { return 0 }
        let step = try client.receive(bytes, about: items)
        var reader = NegentropyClient(settings)
        _ = try reader.receive(answer, about: items)
        if case .send(let next) = step.next {
            precondition(next.count <= 4096, "a client's frame is too long")
            _ = try NegentropyServer.answer(next, from: items, settings)
        }
    } catch {
        precondition(error.offset <= bytes.count, "a fault behind the end")
        let again = try? client.receive(bytes, about: items)
        precondition(again == nil, "one side refuses what the other takes, or says")
    }
    return 0
}
