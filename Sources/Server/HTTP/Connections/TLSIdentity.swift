import NIOCore
import NIOSSL
import Synchronization

/// The server's certificate chain and key, and those of places that have their own: a client gets the pair of the name
/// that it asks for (SNI, RFC 6066 §3). They can change while the server runs: open connections keep the old pair, new
/// connections get the new one.
///
/// A class because every handshake asks this instance for the current pair.
final class TLSIdentity: Sendable {
    private struct Pair: Sendable {
        let chain: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
    }

    /// The server's own files, and those of the places.
    private let files: [ServerSettings.TLSFiles]
    /// The names of the pairs, by their number; the server's own has none.
    private let names: PlaceNames
    private let current: Mutex<[Pair]>
    /// The stamps of the files when the current pair was read.
    private let stamps: Mutex<[FileStamp?]>

    /// Reads the files; throws `TLSFileFault` naming the file that it cannot use.
    init(_ own: ServerSettings.TLSFiles, ofPlaces places: [NamedCertificate] = []) throws {
        files = [own] + places.map(\.files)
        names = PlaceNames([[]] + places.map(\.names))
        // Before reading: a later check notices changes that happen meanwhile.
        stamps = Mutex(Self.stamps(of: files))
        current = Mutex(try files.map { try Self.read($0) })
    }

    /// Reads the files again. Throws `TLSFileFault` and keeps the old pair when it cannot use them.
    func reload() throws {
        let now = Self.stamps(of: files)
        let pairs = try files.map { try Self.read($0) }
        current.withLock { $0 = pairs }
        stamps.withLock { $0 = now }
    }

    /// Whether the files on disk differ from those in service; it does not read their content.
    var isOutdated: Bool { stamps.withLock { $0 } != Self.stamps(of: files) }

    private static func stamps(of files: [ServerSettings.TLSFiles]) -> [FileStamp?] {
        files.flatMap { [$0.certificate, $0.key] }.map { FileStamp(path: $0) }
    }

    /// The TLS configuration: version 1.2 and later.
    var configuration: TLSConfiguration {
        var configuration = Self.configuration(current.withLock { $0[0] })
        configuration.sslContextCallback = { [self] values, promise in
            let number = values.serverHostname.flatMap { names.place(of: $0[...]) } ?? 0
            let pair = current.withLock { $0[number] }
            var override = NIOSSLContextConfigurationOverride()
            override.certificateChain = pair.chain
            override.privateKey = pair.key
            promise.succeed(override)
        }
        return configuration
    }

    private static func configuration(_ pair: Pair) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: pair.chain, privateKey: pair.key)
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }

    private static func read(_ files: ServerSettings.TLSFiles) throws -> Pair {
        let chain: [NIOSSLCertificate], key: NIOSSLPrivateKey
        do {
            chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
        } catch {
            throw TLSFileFault(description: "\(files.certificate) is not a readable certificate chain in PEM")
        }
        do {
            key = try NIOSSLPrivateKey(file: files.key, format: .pem)
        } catch {
            throw TLSFileFault(description: "\(files.key) is not a readable private key in PEM")
        }
        let pair = Pair(chain: chain.map { .certificate($0) }, key: .privateKey(key))
        do {
            // Otherwise only the first visitor would notice a key that does not match.
            _ = try NIOSSLContext(configuration: configuration(pair))
        } catch {
            throw TLSFileFault(
                description: "\(files.key) is not the key of \(files.certificate); `hereabouts doctor` says more")
        }
        return pair
    }
}

/// A certificate of one place.
package struct NamedCertificate: Sendable {
    let names: [String]
    let files: ServerSettings.TLSFiles

    /// - Parameter names: The names of the place, in lower case; `*.` and a domain stand for all names one level below.
    package init(names: [String], files: ServerSettings.TLSFiles) { (self.names, self.files) = (names, files) }
}

/// Why the server cannot encrypt connections.
struct TLSFileFault: Error, CustomStringConvertible {
    let description: String
}
