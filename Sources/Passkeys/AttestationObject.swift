/// A new passkey with its authenticator's statement about itself (Level 3 §6.5.4).
struct AttestationObject {
    /// The longest name of a format (Level 3 §8.1).
    private static let formatLength = 1...32
    /// A TPM's certificates take several kilobytes.
    static let maximumCount = 16384

    let authenticatorData: [UInt8]
    private let format: String
    private let statement: CBOR

    init(_ bytes: [UInt8]) throws(PasskeyError) {
        let value: CBOR
        do { value = try CBORReader.value(of: bytes) } catch { throw .malformed(.attestationObject, error) }
        guard value.entries?.count == 3, let format = value["fmt"]?.string, let statement = value["attStmt"],
            let authenticatorData = value["authData"]?.byteString
        else { throw .malformed(.attestationObject) }
        // Printable ASCII by Level 3 §8.1. Swift compares any other text by sorting its marks, which may take long.
        guard Self.formatLength.contains(format.utf8.count), format.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { throw .malformed(.attestationObject) }
        self.format = format
        self.statement = statement
        self.authenticatorData = authenticatorData
    }

    /// Verifies the statement as far as possible without trust in a manufacturer (decision 42).
    ///
    /// The server requests no statement. Browsers then send `none`, or `packed` by the passkey's own key (Level 3
    /// §5.1.3). Any other statement counts as none: an owner who wants to hide the authenticator's model sends `none`
    /// anyway.
    func check(with key: PasskeyPublicKey, for message: [UInt8]) throws(PasskeyError) {
        switch format {
        case "none":
            guard statement.entries?.isEmpty == true else { throw .invalidAttestation }
        case "packed" where statement["x5c"] == nil:
            guard statement["alg"]?.integer == key.algorithm.rawValue, let signature = statement["sig"]?.byteString,
                key.isValid(signature: signature, for: message)
            else { throw .invalidAttestation }
        default: break
        }
    }
}
