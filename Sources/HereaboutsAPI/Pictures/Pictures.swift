/// Adds a picture: JPEG, PNG or WebP as it came from the camera. It is turned upright, made smaller and rid of all
/// metadata.
public struct AddPictureRequest: UploadRequest {
    public var content: [UInt8]
    public var key: String?

    public init(_ content: [UInt8], key: String? = nil) {
        self.content = content
        self.key = key
    }

    package static let mediaTypes = ["image/jpeg", "image/png", "image/webp", "application/octet-stream"]
    package static let maximumLength = 16 << 20
    package static let endpoint = Endpoint(
        .post, "/api/v1/pictures", "add_picture",
        "Adds a picture, which a post must show within a day. The server does not keep its metadata.",
        answer: .created(Picture.self),
        access: .posters, failures: [.invalidPicture, .notFound, .keyUsed])
    package static let blank = AddPictureRequest([])

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.key, &key)
    }
}

/// Asks for a picture's pixels.
public struct PictureRequest: APIRequest {
    public var id: String
    public var size: PictureSizeName

    public init(id: String, size: PictureSizeName) {
        self.id = id
        self.size = size
    }

    package static let endpoint = Endpoint(
        "/pictures/{id}/{size}", "picture",
        """
        A picture in one of three sizes, or as large as it is. Everybody may see the imprint's pictures; the others \
        need the right to look.
        """,
        answer: .bytes(["image/webp"]), failures: [.notLoggedIn, .notFound])
    package static let blank = PictureRequest(id: .blankID, size: .small)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.id, &id)
        try fields.required(
            .word("size", "At most 480, 1080 or 2048 pixels on the longer side."), &size)
    }
}

/// The sizes that pictures come in.
public enum PictureSizeName: String, Codable, Sendable, CaseIterable {
    case small, medium, large
}

extension PictureSizeName: WireWords {}

/// A picture, whose pixels are at `/pictures/{id}/{size}`.
public struct Picture: Codable, Equatable, Sendable {
    public let id: String
    public let width: Int
    public let height: Int
    public let text: String?

    public init(id: String, width: Int, height: Int, text: String? = nil) {
        self.id = id
        self.width = width
        self.height = height
        self.text = text
    }
}

extension Picture: Annotated {
    package static let notes = [
        "id": "Its pixels are at `/pictures/{id}/{size}`.",
        "width": "In pixels, of the largest size.",
        "height": "In pixels, of the largest size.",
        "text": "A description of the picture, if there is one.",
    ]
}

/// A picture that was added before.
public struct PictureChoice: Codable, Equatable, Sendable {
    public var id: String
    public var text: String?

    public init(id: String, text: String? = nil) {
        self.id = id
        self.text = text
    }
}

extension PictureChoice: Annotated {
    package static let notes = [
        "text": "A description for people who cannot see the picture, in at most 500 characters."
    ]
}
