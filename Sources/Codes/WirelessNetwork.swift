/// A wireless network that phones join by scanning a code.
package struct WirelessNetwork: Equatable, Sendable {
    package let name: String
    package let password: String?

    /// `nil` for a name that is not 1 to 32 bytes, or a password that is not 8 to 63 printable ASCII characters (IEEE
    /// 802.11-2020 §9.4.2.2 and §J.4.1).
    package init?(name: String, password: String?) {
        guard (1...32).contains(name.utf8.count), !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            return nil
        }
        if let password {
            guard (8...63).contains(password.utf8.count), password.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
            else { return nil }
        }
        (self.name, self.password) = (name, password)
    }

    /// The text that cameras read, with a backslash before `\`, `;`, `,`, `:` and `"` (github.com/zxing/zxing, its page
    /// "Barcode Contents").
    package var text: String {
        guard let password else { return "WIFI:T:nopass;S:\(Self.escaped(name));;" }
        return "WIFI:T:WPA;S:\(Self.escaped(name));P:\(Self.escaped(password));;"
    }

    private static func escaped(_ text: String) -> String {
        text.map { #"\;,:""#.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
}
