/// Asks for the account's devices.
public struct DevicesRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/devices", "devices", "Your devices, and when each last reported.",
        answer: .json(DeviceList.self), access: .users)
    package static let blank = DevicesRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// A device that reports its owner's location.
public struct DeviceList: Codable, Equatable, Sendable {
    public let devices: [Device]

    public init(devices: [Device]) { self.devices = devices }
}

public struct Device: Codable, Equatable, Sendable {
    public let id: String
    public let kind: DeviceKind
    public let name: String
    /// As ISO 8601 in UTC.
    public let created: String
    /// When the server heard of it last; `nil` when it has not since the server started.
    public let heard: String?
    /// Why the position that it sent last was not taken, if it was not.
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
        "created": "As ISO 8601 in UTC.",
        "heard": "When the server heard of it last; not there when it has not since the server started.",
        "refusal": "Why the position that it sent last was not taken, if it was not.",
    ]
}

/// Which program reports.
public enum DeviceKind: String, Codable, Sendable, CaseIterable {
    case page, owntracks, traccar, osmand, overland, gpsd, program, files
}

extension DeviceKind: WireWords {}

/// Adds a device.
public struct AddDeviceRequest: BodyRequest {
    public var body: NewDevice

    public init(_ device: NewDevice) { body = device }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/devices", "add_device",
        "Adds a device that may report your location; its token is shown this once, and is good for nothing else.",
        answer: .created(AddedDevice.self), access: .users, needsConfirmation: true,
        failures: [.invalidBody, .quotaReached])
    package static let blank = AddDeviceRequest(NewDevice(kind: .program, name: ""))
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// A device that is to be added.
public struct NewDevice: Codable, Equatable, Sendable {
    public var kind: DeviceKind
    /// 1 to 64 characters.
    public var name: String

    public init(kind: DeviceKind, name: String) {
        self.kind = kind
        self.name = name
    }
}

extension NewDevice: Annotated {
    package static let notes = [
        "kind": "Which program reports: some say the same thing in other units.", "name": "1 to 64 characters.",
    ]
}

/// A device and its token.
public struct AddedDevice: Codable, Equatable, Sendable {
    public let device: Device
    public let token: String
    /// What to type into the app, or open on the phone, to have it report here.
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

    public struct SetUp: Codable, Equatable, Sendable {
        /// Where the app sends what it has to report.
        public let url: String
        /// An address that sets the app up when the phone opens it, for apps that know such.
        public let link: String?
        /// `link` as a code to scan: an SVG document.
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
        "token": "Shown this once; it may report positions, and ask for little else.",
        "set_up": "What to type into the app, or open on the phone, to have it report here.",
    ]
}

extension AddedDevice.SetUp: Annotated {
    package static let notes = [
        "url": "Where the app sends what it has to report.",
        "link": "An address that sets the app up when the phone opens it, for apps that know such.",
        "code": "`link` as a code to scan (QR, ISO/IEC 18004): an SVG document.",
    ]
}

/// Removes a device.
public struct RemoveDeviceRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/devices/{id}", "remove_device",
        "Removes a device: its token is good for nothing any more; what it reported stays.", answer: .nothing,
        access: .users, failures: [.notFound])
    package static let blank = RemoveDeviceRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}
