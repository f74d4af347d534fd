import Foundation
import TestSupport

/// The `openssl` program: the tests' second opinion on certificates, and the maker of those that no authority should
/// make.
struct OpenSSL {
    let folder: TemporaryFolder

    struct Answer {
        let status: Int32
        let text: String
    }

    /// Runs `openssl` in the folder and returns both its outputs.
    @discardableResult
    func run(_ arguments: String...) throws -> Answer { try Self.run("openssl", arguments, in: folder.path) }

    /// Runs any program.
    static func run(_ program: String, _ arguments: [String], in folder: String) throws -> Answer {
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Answer(status: process.terminationStatus, text: String(decoding: bytes, as: UTF8.self))
    }

    /// Makes `NAME.pem` and `NAME-key.pem`: a certificate for `localhost` signed by `issuer`, or by itself.
    func makeCertificate(
        _ name: String, issuer: String? = nil, key: [String] = ["ec", "ec_paramgen_curve:P-256"],
        digest: String = "sha256",
        days: Int = 365, extensions: String = "subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth"
    ) throws {
        try folder.write("\(name).cnf", "[made]\n\(extensions)\n".utf8)
        let generation = key.count > 1 ? ["-algorithm", key[0], "-pkeyopt", key[1]] : ["-algorithm", key[0]]
        try check(["genpkey"] + generation + ["-out", "\(name)-key.pem"])
        try check(["req", "-new", "-key", "\(name)-key.pem", "-subj", "/CN=\(name)", "-out", "\(name).csr"])
        let signer =
            issuer.map { ["-CA", "\($0).pem", "-CAkey", "\($0)-key.pem", "-CAcreateserial"] }
            ?? ["-key", "\(name)-key.pem"]
        try check(
            ["x509", "-req", "-in", "\(name).csr"] + signer
                + [
                    "-\(digest)", "-days", "\(days)", "-extfile", "\(name).cnf", "-extensions", "made", "-out",
                    "\(name).pem",
                ])
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file("\(name)-key.pem"))
    }

    /// Writes the certificates `names` into one file.
    func join(_ names: String..., to file: String) throws {
        let texts = try names.map { try String(contentsOfFile: folder.file("\($0).pem"), encoding: .utf8) }
        try folder.write(file, texts.joined().utf8)
    }

    private func check(_ arguments: [String]) throws {
        let answer = try Self.run("openssl", arguments, in: folder.path)
        guard answer.status == 0 else { throw OpenSSLFault(description: answer.text) }
    }
}

struct OpenSSLFault: Error, CustomStringConvertible {
    let description: String
}
