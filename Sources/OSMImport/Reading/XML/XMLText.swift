import Glibc

/// A name or value from expat: UTF-8 that ends with a zero byte, valid during the call.
@safe
struct XMLText {
    private let start: UnsafePointer<CChar>

    @unsafe
    init(_ start: UnsafePointer<CChar>) { unsafe self.start = unsafe start }

    var bytes: UnsafeRawBufferPointer {
        @unsafe get { unsafe UnsafeRawBufferPointer(start: start, count: strlen(start)) }
    }

    var string: String { unsafe String(cString: start) }

    /// The value as an OSM id.
    var id: Int64? { Int64(string) }

    static func == (text: XMLText, name: StaticString) -> Bool {
        // Both end with a zero byte.
        unsafe strcmp(text.start, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
    }
}

/// An element's attributes from expat: name, value, name, value, … `nil`; valid during the call.
@safe
struct XMLAttributes {
    private let pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>

    @unsafe
    init(_ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>) { unsafe self.pairs = unsafe pairs }

    subscript(name: StaticString) -> XMLText? {
        var index = 0
        while let key = unsafe pairs[index], let value = unsafe pairs[index + 1] {
            if unsafe XMLText(key) == name { return unsafe XMLText(value) }
            index += 2
        }
        return nil
    }
}
