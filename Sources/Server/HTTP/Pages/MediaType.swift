/// The media type of a page's file, by its name's extension.
struct MediaType: Sendable, Equatable {
    let name: String
    /// Whether compression makes it smaller.
    let isPackable: Bool

    /// Returns the type of the file at `path`; `nil` for other extensions, which the server does not serve.
    init?(path: String) {
        guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        switch path[path.index(after: dot)...] {
        case "html": self.init("text/html; charset=utf-8", isPackable: true)
        case "js", "mjs": self.init("text/javascript; charset=utf-8", isPackable: true)
        case "css": self.init("text/css; charset=utf-8", isPackable: true)
        case "json": self.init("application/json", isPackable: true)
        case "webmanifest": self.init("application/manifest+json", isPackable: true)
        case "wasm": self.init("application/wasm", isPackable: true)
        case "svg": self.init("image/svg+xml", isPackable: true)
        case "txt", "md": self.init("text/plain; charset=utf-8", isPackable: true)
        case "png": self.init("image/png", isPackable: false)
        case "jpg", "jpeg": self.init("image/jpeg", isPackable: false)
        case "webp": self.init("image/webp", isPackable: false)
        case "ico": self.init("image/x-icon", isPackable: false)
        case "woff2": self.init("font/woff2", isPackable: false)
        default: return nil
        }
    }

    private init(_ name: String, isPackable: Bool) {
        self.name = name
        self.isPackable = isPackable
    }
}
