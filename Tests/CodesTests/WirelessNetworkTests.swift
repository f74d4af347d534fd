import Codes
import Testing

@Suite struct WirelessNetworkTests {
    /// Reads a code as cameras do: fields end at a semicolon that has no backslash before it.
    private func fields(_ text: String) -> [String: String] {
        var fields: [String: String] = [:], field = "", isEscaped = false
        for character in text.dropFirst("WIFI:".count) {
            if isEscaped {
                field.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == ";" {
                if let colon = field.firstIndex(of: ":") {
                    fields[String(field[..<colon])] = String(field[field.index(after: colon)...])
                }
                field = ""
            } else {
                field.append(character)
            }
        }
        return fields
    }

    @Test(arguments: ["Library", "a;b", "back\\slash", "\"quoted\"", "T:nopass;S:other;", "kirjasto ä", "漢字"])
    func `names and passwords come back as they were`(name: String) throws {
        let open = try #require(WirelessNetwork(name: name, password: nil))
        #expect(open.text.hasPrefix("WIFI:") && open.text.hasSuffix(";;"))
        #expect(fields(open.text) == ["T": "nopass", "S": name])
        for password in ["password", "pass;word:,\"\\", ";;;;;;;;", String(repeating: "x", count: 63)] {
            let closed = try #require(WirelessNetwork(name: name, password: password))
            #expect(fields(closed.text) == ["T": "WPA", "S": name, "P": password])
        }
    }

    @Test func `what no network can have makes no code`() {
        for name in ["", String(repeating: "x", count: 33), "ä" + String(repeating: "x", count: 31), "a\nb"] {
            #expect(WirelessNetwork(name: name, password: nil) == nil)
        }
        for password in ["", "1234567", String(repeating: "x", count: 64), "pässword", "line\nbreak"] {
            #expect(WirelessNetwork(name: "a", password: password) == nil)
        }
    }
}
