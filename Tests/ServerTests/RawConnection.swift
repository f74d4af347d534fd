import Foundation
import Glibc

/// A plain connection to a port of this machine, for what no HTTP library would send.
///
/// Its calls wait, so they run on threads of their own: the server needs the ones that tests share.
final class RawConnection: Sendable {
    private let descriptor: Int32

    /// Connects; throws when nobody listens.
    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // Of silence; `read` limits the whole.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    /// Sends text; `false` when the other side has closed.
    @discardableResult
    func send(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Sends bytes until `most` are sent or the other side has taken none for a second; returns how many it or the
    /// system took.
    func send(upTo most: Int) -> Int {
        let piece = [UInt8](repeating: 0x61, count: 64 << 10)
        var sent = 0, wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while sent < most, poll(&wait, 1, 1000) == 1 {
            let count = Glibc.send(descriptor, piece, piece.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            guard count > 0 else { break }
            sent += count
        }
        return sent
    }

    /// Returns whether the other side has closed for both directions, or does within twenty seconds; the system reports
    /// that after a write.
    func isLetGo() -> Bool {
        var wait = pollfd(fd: descriptor, events: 0, revents: 0)
        return (0..<200).contains { _ in !send("x") || poll(&wait, 1, 100) == 1 }
    }

    /// Whether something has come that was not read yet.
    var hasBytes: Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) == 1
    }

    /// Says that nothing more comes; answers still can.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads until the other side closes or `isEnough`; throws when neither happens in time, however much else comes.
    func read(
        until isEnough: (String) -> Bool = { _ in false }, within limit: Duration = .seconds(60)
    ) throws -> String {
        let end = ContinuousClock.now + limit
        var received: [UInt8] = [], piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &piece, piece.count, 0),
                isClosed = count == 0 || count < 0 && errno == ECONNRESET
            if count > 0 { received += piece[..<count] }
            let text = String(decoding: received, as: UTF8.self)
            if isClosed || count > 0 && isEnough(text) { return text }
            guard count > 0, ContinuousClock.now < end else { throw Unanswered(received: text) }
        }
    }

    /// The awaited bytes did not come, nor did the other side close.
    struct Unanswered: Error, CustomStringConvertible {
        let received: String

        var description: String {
            "the server neither sent what was awaited nor closed; it sent \(received.utf8.count) bytes, last: "
                + "\(received.suffix(200).debugDescription)"
        }
    }

    /// Runs `body` on a thread of its own.
    static func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
