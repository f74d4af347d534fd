import Foundation
import Glibc
import Synchronization

/// A server of pictures on a port of this machine, which answers as a test says, and may break off.
final class PictureUpstream: Sendable {
    /// What to send for a request, and whether to close the connection then.
    struct Reply: Sendable {
        var head: [UInt8]
        var body: [UInt8]
        /// How often to send the body.
        var count = 1
        var closes = true

        init(_ head: String, body: [UInt8] = []) {
            self.head = Array(head.utf8)
            self.body = body
        }
    }

    let port: Int
    private let descriptor: Int32
    private let replies: [String: Reply]
    private let state = Mutex<(heads: [String], sentBytes: [String: Int])>(([], [:]))

    /// Listens; `replies` are by the first part of the path. Other paths are missing.
    init(_ replies: [String: Reply]) throws {
        self.replies = replies
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in(), size = socklen_t(MemoryLayout<sockaddr_in>.size)
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let descriptor = descriptor
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 64) == 0
                    ? getsockname(descriptor, address, &size) : -1
            }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE) }
        port = Int(in_port_t(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// The heads of all requests so far.
    var heads: [String] { state.withLock { $0.heads } }

    /// How many requests named a path with this first part.
    func asked(_ part: String) -> Int { heads.count { $0.hasPrefix("GET /\(part)/") } }

    /// How many bytes the other side took for a path with this first part.
    func sentBytes(_ part: String) -> Int { state.withLock { $0.sentBytes[part] ?? 0 } }

    /// Answers until `stop`, on threads of its own.
    func start() {
        Thread.detachNewThread { [self] in
            while case let connection = accept(descriptor, nil, nil), connection >= 0 {
                Thread.detachNewThread { [self] in answer(connection) }
            }
        }
    }

    /// Ends the thread that accepts connections.
    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func answer(_ connection: Int32) {
        defer { close(connection) }
        var head = "", piece = [UInt8](repeating: 0, count: 4096)
        while !head.hasSuffix("\r\n\r\n") {
            let count = recv(connection, &piece, piece.count, 0)
            guard count > 0 else { return }
            head += String(decoding: piece[..<count], as: UTF8.self)
        }
        let part = String(head.dropFirst("GET /".count).prefix { $0 != "/" && $0 != " " })
        state.withLock { $0.heads.append(head) }
        let reply = replies[part] ?? Reply("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        for bytes in [reply.head] + [[UInt8]](repeating: reply.body, count: reply.count) where !bytes.isEmpty {
            let sent = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            guard sent > 0 else { return }
            state.withLock { $0.sentBytes[part, default: 0] += sent }
        }
        // Until the other side closes.
        if !reply.closes { _ = recv(connection, &piece, piece.count, 0) }
    }
}
