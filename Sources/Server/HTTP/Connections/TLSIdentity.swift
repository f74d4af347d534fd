import NIOCore
import NIOSSL
import Synchronization

/// The server's certificate chain and key. They can be exchanged while the server runs: open connections keep the old
/// ones, new ones get the new.
///
/// A class because its identity is the pair that every handshake asks for.
final class TLSIdentity: Sendable {
    private struct Pair: Sendable {
        let chain: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
    }

    private let files: ServerSettings.TLSFiles
    private let current: Mutex<Pair>
    /// Of the files when what is in service was read.
    private let stamps: Mutex<[FileStamp?]>

    /// Reads the files; throws `TLSFileFault` naming the one that cannot be used.
    init(_ files: ServerSettings.TLSFiles) throws {
        self.files = files
        // Before reading: what changes meanwhile is noticed later.
        stamps = Mutex(Self.stamps(of: files))
        current = Mutex(try Self.read(files))
    }

    /// Reads the files again; throws `TLSFileFault` and keeps the old pair when they cannot be used.
    func reload() throws {
        let now = Self.stamps(of: files)
        let pair = try Self.read(files)
        current.withLock { $0 = pair }
        stamps.withLock { $0 = now }
    }

    /// Whether the files are others than those in service, told without reading them.
    var isOutdated: Bool { stamps.withLock { $0 } != Self.stamps(of: files) }

    private static func stamps(of files: ServerSettings.TLSFiles) -> [FileStamp?] {
        [files.certificate, files.key].map { FileStamp(path: $0) }
    }

    /// The configuration of a server that takes TLS 1.2 and later.
    var configuration: TLSConfiguration {
        var configuration = Self.configuration(current.withLock { $0 })
        configuration.sslContextCallback = { [self] _, promise in
            let pair = current.withLock { $0 }
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
            // A pair that does not belong together would only be noticed by the first visitor.
            _ = try NIOSSLContext(configuration: configuration(pair))
        } catch {
            throw TLSFileFault(
                description: "\(files.key) is not the key of \(files.certificate); `hereabouts doctor` tells more")
        }
        return pair
    }
}

/// Why connections cannot be encrypted.
struct TLSFileFault: Error, CustomStringConvertible {
    let description: String
}
