/// Asks for the account's devices.
public struct DevicesRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/devices", "devices", "Your devices, and when each last reported.",
        answer: .json(DeviceList.self), access: .users)
}

/// The account's devices.
public struct DeviceList: Codable, Equatable, Sendable {
    public let devices: [Device]

    public init(devices: [Device]) { self.devices = devices }
}

/// A device that reports its owner's location.
public struct Device: Codable, Equatable, Sendable {
    public let id: String
    public let kind: DeviceKind
    public let name: String
    public let created: String
    public let heard: String?
    public let refusal: String?

    public init(id: String, kind: DeviceKind, name: String, created: String, heard: String?, refusal: String?) {
        self.id = id
        self.kind = kind
        self.name = name
        self.created = created
        self.heard = heard
        self.refusal = refusal
    }
}

extension Device: Annotated {
    package static let notes = [
        "created": "When it was added, as ISO 8601 in UTC.",
        "heard": "When the server last heard from it; missing when it has not since it started.",
        "refusal": "Why the server refused the last position that it sent, if it did.",
    ]
}

/// The program that reports.
public enum DeviceKind: String, Codable, Sendable, CaseIterable {
    case page, owntracks, traccar, osmand, overland, gpsd, program, files
}

extension DeviceKind: WireWords {}

/// Adds a device.
public struct AddDeviceRequest: BodyRequest, FieldlessRequest {
    public var body: NewDevice

    public init(_ device: NewDevice) { body = device }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/devices", "add_device",
        "Adds a device that may report your location. The server shows its token only this once.",
        answer: .created(AddedDevice.self), access: .users, needsConfirmation: true,
        failures: [.invalidBody, .quotaReached])
    package static let blank = AddDeviceRequest(NewDevice(kind: .program, name: ""))
}

/// A device to add.
public struct NewDevice: Codable, Equatable, Sendable {
    public var kind: DeviceKind
    public var name: String

    public init(kind: DeviceKind, name: String) {
        self.kind = kind
        self.name = name
    }
}

extension NewDevice: Annotated {
    package static let notes = [
        "kind": "The program that reports. Some programs report the same thing in other units.",
        "name": "1 to 64 characters.",
    ]
}

/// A device and its token.
public struct AddedDevice: Codable, Equatable, Sendable {
    public let device: Device
    public let token: String
    public let setUp: SetUp

    public init(device: Device, token: String, setUp: SetUp) {
        self.device = device
        self.token = token
        self.setUp = setUp
    }

    enum CodingKeys: String, CodingKey {
        case device, token
        case setUp = "set_up"
    }

    /// The settings for the app.
    public struct SetUp: Codable, Equatable, Sendable {
        public let url: String
        public let link: String?
        public let code: String?

        public init(url: String, link: String?, code: String?) {
            self.url = url
            self.link = link
            self.code = code
        }
    }
}

extension AddedDevice: Annotated {
    package static let notes = [
        "token": "Shown only this once. It may report positions and ask for little else.",
        "set_up": "What to type into the app, or open on the phone, so that it reports here.",
    ]
}

extension AddedDevice.SetUp: Annotated {
    package static let notes = [
        "url": "Where the app sends its reports.",
        "link": "An address that sets the app up when the phone opens it, for apps that support that.",
        "code": "`link` as a code to scan (QR, ISO/IEC 18004): an SVG document.",
    ]
}

/// Removes a device.
public struct RemoveDeviceRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/devices/{id}", "remove_device",
        "Removes a device. Its token is no longer valid; its reports stay.", answer: .nothing,
        access: .users, failures: [.notFound])
}
