package import FoundationEssentials
import Gossip
package import LocalAuthority

/// Looks after the certificate with which this node answers at the name of its place (docs/mesh-name.md).
///
/// The organiser's server signs for members. Requests and certificates are messages, so the two need not be in reach of
/// each other.
package struct PlaceNaming: Sendable {
    /// What the organiser's server signs with, and for which name.
    package struct Organiser: Sendable {
        let name: String
        let authority: LocalAuthority

        /// `name` is in small letters, such as `library.local`.
        package init(name: String, authority: LocalAuthority) { (self.name, self.authority) = (name, authority) }
    }

    private let host: MeshHost
    private let identity: PlaceIdentity
    private let organiser: Organiser?
    private let report: @Sendable (any Error) -> Void

    /// A node without a certificate asks once in this time, in seconds.
    private static let pause = 86_400.0

    /// - Parameters:
    ///   - organiser: `nil` at servers without the place's key.
    ///   - report: Takes the errors of signing, after which the rest is done all the same.
    package init(
        _ host: MeshHost, _ identity: PlaceIdentity, organiser: Organiser?,
        report: @escaping @Sendable (any Error) -> Void
    ) {
        (self.host, self.identity, self.organiser, self.report) = (host, identity, organiser, report)
    }

    /// The name that the place had last, also when the certificate has ended; `nil` where none was ever kept.
    package func lastName() throws -> String? { try identity.certificate()?.host }

    /// Does what is due: signs for members that asked, keeps this node's newest certificate, or asks for one.
    ///
    /// Returns the certificate; `nil` while the node may not answer at the name: it is no member, its clock is not set,
    /// or its certificate has ended.
    package func update() async throws -> PlaceCertificate? {
        guard let time = await host.time else { return nil }
        return try await update(at: Date(timeIntervalSince1970: Double(time) / 1000))
    }

    /// Does what is due at a time.
    package func update(at now: Date) async throws -> PlaceCertificate? {
        if let organiser { await sign(as: organiser, at: now) }
        guard await host.isOfPlace else { return nil }
        let kept = try await keepNewest()
        if kept?.isOld(at: now) ?? true {
            // A certificate in force serves on while the node cannot ask for the next one, as with a full disk.
            do { try await ask(at: now) } catch {
                guard kept?.isValid(at: now) ?? false else { throw error }
            }
        }
        // The organiser's own request is answered at once.
        if let organiser, kept == nil { await sign(as: organiser, at: now) }
        guard let certificate = try await keepNewest(), certificate.isValid(at: now) else { return nil }
        return certificate
    }

    /// Signs for all that asked. One for whom that fails keeps nobody else from a certificate, and this node not from
    /// serving with its own.
    private func sign(as organiser: Organiser, at now: Date) async {
        guard await host.signsRoster else { return }
        do {
            for request in try await host.certificateRequests() {
                do { try await sign(request, as: organiser, at: now) } catch { report(error) }
            }
        } catch {
            report(error)
        }
    }

    private func sign(_ request: CertificateRequest, as organiser: Organiser, at now: Date) async throws {
        let last = await host.currentRoster.certificates[request.node].flatMap { PlaceCertificate($0) }
        if let last, last.publicKey == request.publicKey, last.host == organiser.name, !last.isOld(at: now),
            organiser.authority.isOwn(last)
        {
            return
        }
        let made = try organiser.authority.placeCertificate(for: organiser.name, request.publicKey, at: now)
        guard let made else { return }
        try await host.publish(
            CertificateEntry(request.node, certificate: made.certificate, authority: made.authority))
    }

    /// Keeps what the roster has for this node, and returns what is kept. A certificate for another key, such as one of
    /// before a backup was restored, is not used.
    private func keepNewest() async throws -> PlaceCertificate? {
        if let entry = await host.certificate, let certificate = PlaceCertificate(entry),
            certificate.host.hasSuffix(".local"), try certificate.publicKey == identity.publicKey()
        {
            try identity.keep(certificate)
        }
        return try identity.certificate()
    }

    /// Asks for a certificate. Where the organiser has none itself, the place has no name.
    private func ask(at now: Date) async throws {
        let hasName = await !host.currentRoster.certificates.isEmpty
        guard hasName || organiser != nil else { return }
        let key = try identity.publicKey(), last = try await host.ownRequest()
        if let last, last.request.publicKey == key, now.timeIntervalSince1970 - Double(last.time) / 1000 < Self.pause {
            return
        }
        _ = try await host.requestCertificate(for: key)
    }
}

extension PlaceCertificate {
    fileprivate init?(_ entry: CertificateEntry) {
        self.init(certificate: entry.certificate, authority: entry.authority)
    }
}
