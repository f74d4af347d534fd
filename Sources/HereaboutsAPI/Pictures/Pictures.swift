/// Adds a picture: JPEG, PNG or WebP as it came from the camera. It is turned upright, made smaller and rid of all
/// metadata.
public struct AddPictureRequest: UploadRequest {
    public var content: [UInt8]

    public init(_ content: [UInt8]) { self.content = content }

    package static let mediaTypes = ["image/jpeg", "image/png", "image/webp", "application/octet-stream"]
    package static let maximumLength = 16 << 20
    package static let endpoint = Endpoint(
        .post, "/api/v1/pictures", "add_picture",
        "Adds a picture, to be shown by a post within a day; its metadata are not kept.",
        answer: .created(Picture.self),
        access: .posters, failures: [.invalidPicture, .notFound])
    package static let blank = AddPictureRequest([])
    package func visit(_ fields: inout some FieldVisitor) {}
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
        "A picture in one of three sizes, or as large as it is; those of the imprint are for everybody, others for those who may look.",
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
    /// In pixels, of the largest size there is.
    public let width: Int
    public let height: Int
    /// What is to be seen, if somebody said.
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
        "id": "Its pixels are at `/pictures/{id}/{size}`.", "width": "In pixels, of the largest size there is.",
        "height": "In pixels, of the largest size there is.", "text": "What is to be seen, if somebody said.",
    ]
}

/// A picture that was added before.
public struct PictureChoice: Codable, Equatable, Sendable {
    public var id: String
    /// What is to be seen, for those who do not see it.
    public var text: String?

    public init(id: String, text: String? = nil) {
        self.id = id
        self.text = text
    }
}

extension PictureChoice: Annotated {
    package static let notes = [
        "text": "What is to be seen, for those who do not see it: at most 500 characters."
    ]
}
