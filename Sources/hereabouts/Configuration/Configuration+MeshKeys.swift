import Mesh

extension Configuration {
    /// How many bytes of the disk a node may leave to others.
    private static let freeDisks = 0...(1 << 50)

    static let keysOfMesh: [Key] = [
        Key(
            name: "mesh", form: "on or off",
            set: { configuration, text in
                configuration.mesh.isOn = text == "on"
                return ["on", "off"].contains(text)
            },
            get: { $0.mesh.isOn ? "on" : "off" }),
        Key(
            name: "mesh-port", form: "a whole number from 1 to 65535",
            set: { configuration, text in
                configuration.mesh.port = UInt16(text) ?? 0
                return configuration.mesh.port > 0
            },
            get: { String($0.mesh.port) }),
        Key(
            name: "mesh-name", form: "a name of at most 64 bytes",
            set: { configuration, text in
                configuration.mesh.name = text
                return MeshConfiguration.isName(text)
            },
            get: { $0.mesh.name }),
        Key(
            name: "mesh-host-name", form: "a name such as library.local, of letters, digits and hyphens",
            set: { configuration, text in
                configuration.mesh.placeName = MeshConfiguration.placeName(text)
                return configuration.mesh.placeName != nil
            },
            get: { $0.mesh.placeName }),
        Key(
            name: "mesh-https-port", form: "a whole number from 0 to 65535",
            set: { configuration, text in
                guard let port = UInt16(text) else { return false }
                configuration.mesh.placePort = port
                return true
            },
            get: { String($0.mesh.placePort) }),
        Key(
            name: "mesh-clock", form: "auto or trusted",
            set: { configuration, text in
                configuration.mesh.trustsClock = text == "trusted"
                return ["auto", "trusted"].contains(text)
            },
            get: { $0.mesh.trustsClock ? "trusted" : "auto" }),
        Key(
            name: "mesh-relay", form: "on or off",
            set: { configuration, text in
                configuration.mesh.duties.relays = text == "on"
                return ["on", "off"].contains(text)
            },
            get: { $0.mesh.duties.relays ? "on" : "off" }),
        Key(
            name: "mesh-guests", form: "on or off",
            set: { configuration, text in
                configuration.mesh.duties.takesGuests = text == "on"
                return ["on", "off"].contains(text)
            },
            get: { $0.mesh.duties.takesGuests ? "on" : "off" }),
        Key(
            name: "mesh-free-disk", form: "a whole number of bytes from 0 to \(Configuration.freeDisks.upperBound)",
            set: { configuration, text in
                configuration.mesh.leastFree = Int(text) ?? -1
                return Configuration.freeDisks.contains(configuration.mesh.leastFree)
            },
            get: { String($0.mesh.leastFree) }),
    ]
}
