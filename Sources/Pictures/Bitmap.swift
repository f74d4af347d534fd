/// Pixels in memory, row by row, four bytes each: red, green, blue and alpha, not premultiplied.
struct Bitmap: ~Copyable {
    let width: Int
    let height: Int
    var bytes: [UInt8]

    /// Makes a bitmap whose bytes `fill` writes; the caller must have checked the sides against the limits.
    init(
        width: Int, height: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) throws(PictureFault) -> Void
    ) throws(PictureFault) {
        self.width = width
        self.height = height
        bytes = [UInt8](repeating: 0, count: 4 * width * height)
        var fault: PictureFault?
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            do throws(PictureFault) { unsafe try fill(buffer) } catch { fault = error }
        }
        if let fault { throw fault }
    }

    /// Returns the picture, turned and mirrored so that it is upright.
    consuming func upright(_ orientation: Orientation) -> Bitmap {
        if orientation == .upright { return self }
        let (oldWidth, oldHeight) = (width, height)
        let turned = orientation.swapsSides ? (oldHeight, oldWidth) : (oldWidth, oldHeight)
        let source = bytes
        // The closure does not throw.
        return unsafe try! Bitmap(width: turned.0, height: turned.1) { output in
            unsafe source.withUnsafeBytes { input in
                for row in 0..<oldHeight {
                    for column in 0..<oldWidth {
                        let (x, y) = orientation.place(of: column, row, width: oldWidth, height: oldHeight)
                        for channel in 0..<4 {
                            unsafe output[4 * (y * turned.0 + x) + channel] =
                                input[4 * (row * oldWidth + column) + channel]
                        }
                    }
                }
            }
        }
    }
}

/// The orientation of a picture in its file (Exif 2.32, tag 0x0112 "Orientation").
enum Orientation: UInt16 {
    case upright = 1
    case mirrored = 2
    case upsideDown = 3
    case mirroredUpsideDown = 4
    case transposed = 5
    case turnedLeft = 6
    case transversed = 7
    case turnedRight = 8

    var swapsSides: Bool { rawValue >= 5 }

    /// Returns the upright position of the stored pixel at `column` and `row`.
    func place(of column: Int, _ row: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        let (right, bottom) = (width - 1 - column, height - 1 - row)
        return switch self {
        case .upright: (column, row)
        case .mirrored: (right, row)
        case .upsideDown: (right, bottom)
        case .mirroredUpsideDown: (column, bottom)
        case .transposed: (row, column)
        case .turnedLeft: (bottom, column)
        case .transversed: (bottom, right)
        case .turnedRight: (row, right)
        }
    }
}
