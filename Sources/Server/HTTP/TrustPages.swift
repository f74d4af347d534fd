import Fairness
import HTTPTypes
import HereaboutsAPI
package import Hummingbird
import NIOCore
import Synchronization

/// Serves what a phone needs before it can open an encrypted page: the authority's certificate, and a page that
/// explains how to install it.
///
/// It listens without encryption, so it serves nothing else: every other address redirects to that page.
package struct TrustPages: HTTPResponder {
    /// The files that it serves.
    package struct Handouts: Sendable {
        let certificate: String
        let profile: String
        let origin: String?

        /// - Parameters:
        ///   - certificate: The authority's certificate in PEM.
        ///   - profile: The certificate as an Apple configuration profile.
        ///   - origin: The encrypted origin to open then; by default the map's, at the host that the client asked for.
        package init(certificate: String, profile: String, origin: String? = nil) {
            self.certificate = certificate
            self.profile = profile
            self.origin = origin
        }
    }

    private let handouts: Handouts
    private let process: ProcessParts
    private let hosts: AllowedHosts

    init(handouts: Handouts, process: ProcessParts) {
        self.handouts = handouts
        self.process = process
        hosts = AllowedHosts(process.settings)
    }

    private var settings: ServerSettings { process.settings }

    package func respond(to request: Request, context: SiteContext) async -> Response {
        let path = (request.head.path ?? "/").prefix { $0 != "?" }
        let exchange = Exchange(
            request: request, path: path, settings: settings,
            codings: AcceptedCodings(request.headers[.acceptEncoding]), packers: process.packers,
            workers: process.workers, limiter: process.limits.answers, answerMemory: process.answerMemory,
            incoming: nil,
            client: Client(at: context.peer, request.headers, behind: settings.proxies),
            eventLoop: context.channel.eventLoop)
        var response: Response
        do {
            try hosts.check(request.head, isProxied: exchange.client.isProxied)
            response = try await answer(path, exchange)
        } catch let error as ErrorBody {
            response = Response(error)
        } catch {
            response = Response(ErrorBody(.internalError, "the server could not answer; its log says why"))
        }
        response.headers[.contentTypeOptions] = "nosniff"
        if request.method == .head { response = response.createHeadResponse() }
        return response
    }

    private func answer(_ path: Substring, _ exchange: Exchange) async throws -> Response {
        guard [.get, .head].contains(exchange.request.method) else {
            throw ErrorBody(.methodNotAllowed, "this address answers GET, HEAD")
        }
        switch path {
        case "/authority.pem":
            return file(handouts.certificate, type: "application/x-x509-ca-cert", name: "hereabouts-authority.pem")
        case "/authority.mobileconfig":
            // Safari offers to install a file of this type (Apple, "Distribute configuration profiles").
            return file(handouts.profile, type: "application/x-apple-aspen-config", name: "hereabouts.mobileconfig")
        case "/open":
            return redirect(to: encryptedOrigin(exchange) + settings.basePath + "/")
        default:
            guard let pages = process.pages else {
                throw ErrorBody(.notFound, "this server has no page; the certificate to trust is at /authority.pem")
            }
            if path == "/trust" { return try await pages.answer("/trust/index.html", exchange) }
            guard Self.parts.contains(where: { path.hasPrefix($0) }) else { return redirect(to: "/trust") }
            return try await pages.answer(path, exchange)
        }
    }

    /// The files that the page at `/trust` uses.
    private static let parts = ["/trust/", "/text/", "/look/", "/address/root.js", "/icon"]

    private func file(_ text: String, type: String, name: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .contentDisposition: "attachment; filename=\"\(name)\"", .cacheControl: "no-store",
            ],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private func redirect(to address: String) -> Response {
        Response(status: .found, headers: [.location: address, .cacheControl: "no-store"])
    }

    /// Returns the encrypted origin of the map, with the host that the client asked for.
    private func encryptedOrigin(_ exchange: Exchange) -> String {
        if let origin = handouts.origin ?? settings.publicURL { return origin }
        let authority = exchange.origin.split(separator: "://", maxSplits: 1).last ?? ""
        let afterName = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map(authority.index(after:)) : nil
        let name = authority[..<(afterName ?? authority.firstIndex(of: ":") ?? authority.endIndex)]
        return "https://\(name):\(process.port.number.withLock { $0 })"
    }
}

/// The port of the map, which the system may have chosen. A class because two listeners share it.
final class OpenPort: Sendable {
    let number: Mutex<Int>

    init(_ number: Int) { self.number = Mutex(number) }
}
