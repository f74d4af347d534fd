import NIOSSL

/// The server's certificate chain and key.
enum TLSIdentity {
    /// Returns a configuration for TLS 1.2 and later; throws `TLSFault` naming the file that cannot be used.
    static func configuration(_ files: ServerSettings.TLSFiles) throws -> TLSConfiguration {
        let chain: [NIOSSLCertificate], key: NIOSSLPrivateKey
        do {
            chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
        } catch {
            throw TLSFault(description: "\(files.certificate) is not a readable certificate chain in PEM")
        }
        do {
            key = try NIOSSLPrivateKey(file: files.key, format: .pem)
        } catch {
            throw TLSFault(description: "\(files.key) is not a readable private key in PEM")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }
}

/// Why connections cannot be encrypted.
struct TLSFault: Error, CustomStringConvertible {
    let description: String
}
