import HereaboutsAPI
import NIOCore
import NIOHTTP1

/// Refuses requests whose head this server and a proxy before it could read differently, and normalises the others.
///
/// It sees heads as the decoder gives them, before `Host` becomes part of the target. The decoder itself refuses a
/// length beside a transfer coding, and two lengths.
final class RequestCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// The reason for refusing a request's head; the connection ends with the answer.
    struct Fault: Error, Equatable {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasRefused { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        do throws(Fault) {
            // Almost every head stays unchanged.
            let isChanged = try Self.check(&head)
            context.fireChannelRead(isChanged ? wrapInboundOut(.head(head)) : data)
        } catch {
            hasRefused = true
            context.fireErrorCaught(error)
        }
    }

    /// Whether a field's value has so many combining marks in a row that comparing it would take long.
    static func isLongToCompare(_ head: HTTPRequestHead) -> Bool {
        head.headers.contains { CombiningMarks.areTooMany(in: $0.value) }
    }

    /// Checks a head; returns whether it was changed.
    static func check(_ head: inout HTTPRequestHead) throws(Fault) -> Bool {
        let isOld = head.version != .http1_1
        var host: String?, coding: String?, expects = false
        for (name, value) in head.headers {
            guard !CombiningMarks.areTooMany(in: value) else {
                throw Fault("a character of the header \(name.prefix(40)) carries too many combining marks")
            }
            // By length first: every field of every request passes here.
            switch name.utf8.count {
            case 4 where isEqual(name, "host"):
                guard host == nil else { throw Fault("the request names more than one Host") }
                host = value
            case 6 where isEqual(name, "expect"): expects = true
            case 17 where isEqual(name, "transfer-encoding"):
                guard coding == nil else { throw Fault("the request has more than one Transfer-Encoding") }
                coding = trimmed(value)
            default: break
            }
        }
        // RFC 9112 §6.1 and §6.3: other codings leave open where the body ends, and HTTP/1.0 has none.
        if let coding, isOld || !isEqual(coding, "chunked") {
            throw Fault("the request's Transfer-Encoding is not chunked alone, in HTTP/1.1")
        }
        // RFC 9112 §3.2. Before HTTP/1.1, a request may name no host.
        var isChanged = false
        if let field = host {
            let host = trimmed(field)
            guard isAuthority(host.utf8) else {
                throw Fault("the request's Host is not a host name with an optional port")
            }
            isChanged = host.utf8.count != field.utf8.count
            if isChanged { head.headers.replaceOrAdd(name: "host", value: host) }
        } else if !isOld {
            throw Fault("the request has no Host")
        }
        // RFC 9110 §10.1.1: an HTTP/1.0 client does not understand `100 Continue`.
        if expects, isOld {
            head.headers.remove(name: "expect")
            isChanged = true
        }
        return try readTarget(&head) || isChanged
    }

    /// Returns a field's value without the blanks at its end, which the decoder leaves there.
    private static func trimmed(_ value: String) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let last = value.utf8.last, isBlank(last) else { return value }
        let end = value.utf8.lastIndex { !isBlank($0) }.map { value.utf8.index(after: $0) } ?? value.startIndex
        return String(value[..<end])
    }

    /// Reduces a target that is a full address to its path and query; its host replaces `Host` (RFC 9112 §3.2.2).
    private static func readTarget(_ head: inout HTTPRequestHead) throws(Fault) -> Bool {
        let target = head.uri.utf8
        if target.first == UInt8(ascii: "/") || head.method == .CONNECT { return false }
        if head.method == .OPTIONS, head.uri == "*" { return false }
        guard
            let scheme = ["http://", "https://"].first(where: { isEqual(String(head.uri.prefix($0.utf8.count)), $0) })
        else { throw Fault("the request's target is neither a path nor an address") }
        let rest = target.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard isAuthority(authority) else {
            throw Fault("the address that the request asks for has no host name with an optional port")
        }
        let path = rest[authority.endIndex...]
        head.headers.replaceOrAdd(name: "host", value: String(authority) ?? "")
        head.uri = (path.first == UInt8(ascii: "/") ? "" : "/") + (String(path) ?? "")
        return true
    }

    /// Whether `text` equals `word`, which is in lower case, in any case of letters.
    private static func isEqual(_ text: String, _ word: StaticString) -> Bool { isEqual(text, word.description) }

    private static func isEqual(_ text: String, _ word: String) -> Bool {
        text.utf8.count == word.utf8.count
            && zip(text.utf8, word.utf8).allSatisfy { byte, letter in
                byte == letter || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") && byte | 0x20 == letter
            }
    }

    /// Whether `text` is a host name or address with an optional port (RFC 3986 §3.2): without user information,
    /// escapes or delimiters, which no host name has. The server writes no other host into its answers.
    static func isAuthority(_ text: some BidirectionalCollection<UInt8>) -> Bool {
        guard let first = text.first, text.count <= 255 else { return false }
        var port = text[text.endIndex...]
        if first == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = text[text.index(after: text.startIndex)..<end]
            guard !address.isEmpty, address.allSatisfy({ isHostByte($0) || $0 == UInt8(ascii: ":") }) else {
                return false
            }
            port = text[text.index(after: end)...]
        } else {
            let host = text.prefix { $0 != UInt8(ascii: ":") }
            guard !host.isEmpty, host.allSatisfy(isHostByte) else { return false }
            port = text[host.endIndex...]
        }
        guard let colon = port.first else { return true }
        let digits = port.dropFirst()
        return colon == UInt8(ascii: ":") && digits.count <= 5
            && digits.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            && digits.reduce(0) { $0 * 10 + Int($1 & 15) } <= 65535
    }

    /// Whether a byte is allowed in a host name.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || "-._".utf8.contains(byte)
    }
}
