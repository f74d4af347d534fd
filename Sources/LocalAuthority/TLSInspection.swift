import Crypto
package import FoundationEssentials
import Glibc
import SwiftASN1
import X509

/// Checks a certificate chain and its key as a browser would, and names each problem.
package struct TLSInspection: Sendable {
    /// All problems; empty if browsers that trust the end of the chain will accept it.
    package private(set) var faults: [TLSFault] = []
    /// A description of the authority that devices must trust; `nil` if the chain has no end.
    package private(set) var anchor: String?
    /// The end of the server certificate's validity.
    package private(set) var end: Date?

    private let certificateFile: String
    private let keyFile: String
    private let now: Date

    /// Checks two PEM files: the chain, whose first certificate is the server's, and the key.
    ///
    /// - Parameters:
    /// - names: The names that browsers will ask for.
    /// - now: The time to compare with the certificates' validity.
    /// - systemRoots: A file with the certificates that this system trusts; a chain may end at one of them without
    ///   containing it.
    package init(
        certificateFile: String, keyFile: String, names: ServerNames, at now: Date,
        systemRoots: String = "/etc/ssl/certs/ca-certificates.crt"
    ) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        self.now = now
        let key = readKey()
        guard let chain = readChain(), let server = chain.first else { return }
        // A chain in the wrong order is checked in the right order, so that its other problems are reported, too.
        let owner = key.flatMap { key in chain.firstIndex { $0.publicKey == key.publicKey } }
        if let owner, owner > 0 {
            faults.append(.wrongOrder(certificateFile, first: server.name, belongsFirst: chain[owner].name))
        } else if owner == nil, key != nil {
            faults.append(.keyOfAnother(keyFile, certificate: certificateFile))
        }
        let ordered = owner.map { [chain[$0]] + chain[..<$0] + chain[($0 + 1)...] } ?? chain
        end = ordered[0].notValidAfter
        inspectServer(ordered[0], names)
        inspectLinks(ordered, isOrderKnown: owner == nil || owner == 0, systemRoots: systemRoots)
        for certificate in ordered { inspect(certificate) }
    }

    private mutating func readKey() -> Certificate.PrivateKey? {
        let text: String
        switch readText(keyFile) {
        case .success(let read): text = read
        case .failure(let error):
            faults.append(.unreadable(keyFile, cause: error.text))
            return nil
        }
        var status = stat()
        if unsafe stat(keyFile, &status) == 0, status.st_mode & 0o077 != 0 {
            faults.append(.keyOpenToOthers(keyFile, mode: String(status.st_mode & 0o777, radix: 8)))
        }
        let documents = (try? PEMDocument.parseMultiple(pemString: text)) ?? []
        guard let document = documents.first(where: { $0.discriminator.hasSuffix("PRIVATE KEY") }) else {
            faults.append(.notKey(keyFile))
            return nil
        }
        if document.discriminator == "ENCRYPTED PRIVATE KEY" || text.contains("Proc-Type: 4,ENCRYPTED") {
            faults.append(.keyUnderPassword(keyFile))
            return nil
        }
        do {
            return try Certificate.PrivateKey(pemDocument: document)
        } catch CryptoKitError.incorrectParameterSize {
            faults.append(.weakKey(keyFile, owner: "the key"))
        } catch {
            faults.append(.notKey(keyFile))
        }
        return nil
    }

    private mutating func readChain() -> [Certificate]? {
        switch readText(certificateFile) {
        case .failure(let error): faults.append(.unreadable(certificateFile, cause: error.text))
        case .success(let text):
            do {
                let chain = try CertificateChain(pem: text).certificates
                if !chain.isEmpty { return chain }
                faults.append(.notCertificate(certificateFile))
            } catch CryptoKitError.incorrectParameterSize {
                faults.append(.weakKey(certificateFile, owner: "a certificate"))
            } catch let error as CertificateError where error.code == .unsupportedSignatureAlgorithm {
                faults.append(.weakSignature(certificateFile, certificate: "a certificate"))
            } catch {
                faults.append(.notCertificate(certificateFile))
            }
        }
        return nil
    }

    private mutating func inspectServer(_ certificate: Certificate, _ names: ServerNames) {
        let missing = certificate.missing(names)
        if !missing.isEmpty { faults.append(.namesMissing(certificateFile, missing)) }
        // The requirements of Apple's devices, also for authorities added by hand (support.apple.com/en-us/103769).
        let usage = try? certificate.extensions.extendedKeyUsage
        if usage?.contains(.serverAuth) != true { faults.append(.notForServers(certificateFile)) }
        if certificate.notValidAfter.timeIntervalSince(certificate.notValidBefore) > 825 * 24 * 3600 {
            faults.append(.tooLong(certificateFile))
        }
    }

    /// Checks that each certificate is signed by the next, and the last one by itself or by a system root.
    private mutating func inspectLinks(_ chain: [Certificate], isOrderKnown: Bool, systemRoots: String) {
        for (certificate, next) in zip(chain, chain.dropFirst()) where !certificate.isIssued(by: next) {
            if chain.contains(where: { $0 != certificate && certificate.isIssued(by: $0) }) {
                if isOrderKnown {
                    faults.append(.wrongOrder(certificateFile, first: next.name, belongsFirst: "\(certificate.issuer)"))
                }
            } else if certificate.isSelfSigned {
                faults.append(.strayCertificate(certificateFile, certificate: next.name))
            } else {
                faults.append(.chainIncomplete(certificateFile, missing: "\(certificate.issuer)"))
            }
            return
        }
        guard let last = chain.last else { return }
        if last.isSelfSigned {
            anchor = last.name
        } else if let root = Self.root(of: last, in: systemRoots) {
            anchor = root.name
        } else {
            faults.append(.chainIncomplete(certificateFile, missing: "\(last.issuer)"))
        }
    }

    private static func root(of certificate: Certificate, in file: String) -> Certificate? {
        guard case .success(let text) = readText(file),
            let documents = try? PEMDocument.parseMultiple(pemString: text)
        else { return nil }
        // This program cannot use a root of an unknown kind.
        return documents.lazy.compactMap { try? Certificate(pemDocument: $0) }.first { certificate.isIssued(by: $0) }
    }

    /// Checks the rules for every certificate of the chain.
    private mutating func inspect(_ certificate: Certificate) {
        let (name, now) = (certificate.name, now.inWords)
        if certificate.notValidAfter < self.now {
            faults.append(.expired(certificateFile, certificate: name, on: certificate.notValidAfter.inWords, now: now))
        }
        if certificate.notValidBefore > self.now {
            faults.append(.early(certificateFile, certificate: name, on: certificate.notValidBefore.inWords, now: now))
        }
        // Nobody checks the signature of a trust anchor.
        if certificate.hasWeakSignature, !certificate.isSelfSigned {
            faults.append(.weakSignature(certificateFile, certificate: name))
        }
    }
}
