import Foundation
import HereaboutsAPI

/// Reads an address, and behind the first line end a body, as a request of the contract: the first byte says which.
/// A request that can be read can be printed, and the print reads and prints the same; so does a body.
@_cdecl("LLVMFuzzerTestOneInput")
public func readRequest(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let number = bytes.first else { return 0 }
    let type = Contract.requests[Int(number) % Contract.requests.count]
    let parts = bytes.dropFirst().split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let body = parts.count > 1 ? [UInt8](parts[1]) : []
    // The decoder of HTTP returns targets as text, for any bytes.
    readTarget(type, String(decoding: parts[0], as: UTF8.self))
    if let type = type as? any BodyRequest.Type { readBody(type, body) }
    return 0
}

private func readTarget<Request: APIRequest>(_ type: Request.Type, _ target: String) {
    guard let request = read(type, target) else { return }
    do {
        // Positions are printed in seven decimals, so what was read of more is another request.
        let printed = try request.target, again = try read(type, printed)?.target
        precondition(again == printed, "\(printed) is not printed as it was read")
    } catch {
        preconditionFailure("what was read cannot be printed: \(error)")
    }
}

/// The request that an address asks, as the server reads it; `nil` where it refuses with a reason.
private func read<Request: APIRequest>(_ type: Request.Type, _ target: String) -> Request? {
    let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    let query = mark == target.endIndex ? "" : target[target.utf8.index(after: mark)...]
    guard let parts = Request.endpoint.path.parts(of: target[..<mark]) else { return nil }
    do {
        return try Request(pathValues: try Request.endpoint.path.values(of: parts), query: query)
    } catch {
        precondition(error.message.count > 5, "a refusal without a reason")
        return nil
    }
}

private func readBody<Request: BodyRequest>(_ type: Request.Type, _ bytes: [UInt8]) {
    guard let body = try? JSONDecoder().decode(Request.Body.self, from: Data(bytes)) else { return }
    do {
        let written = try JSONEncoder().encode(body)
        let again = try JSONDecoder().decode(Request.Body.self, from: written)
        precondition(again == body, "\(String(decoding: written, as: UTF8.self)) differs from the written request")
    } catch {
        preconditionFailure("what was read of \(Request.endpoint.name) cannot be written and read again: \(error)")
    }
}
