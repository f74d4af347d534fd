#if Postgres
    import Crypto
    import GRDB

    /// The number of rows, and a checksum that does not depend on their order or on the database that holds them.
    ///
    /// The checksum is the sum of the rows' digests, modulo 2^128. It finds faults, not forgeries.
    struct TableSum: Equatable {
        private(set) var rows = 0
        private var sum: (high: UInt64, low: UInt64) = (0, 0)

        static func == (one: Self, two: Self) -> Bool { one.rows == two.rows && one.sum == two.sum }

        mutating func add(_ row: [DatabaseValue]) {
            var bytes: [UInt8] = []
            for value in row { Self.append(value, to: &bytes) }
            let digest = Array(SHA256.hash(data: bytes))
            let (low, carry) = sum.low.addingReportingOverflow(Self.number(digest[8..<16]))
            sum = (sum.high &+ Self.number(digest[..<8]) &+ (carry ? 1 : 0), low)
            rows += 1
        }

        /// The checksum as 32 hexadecimal digits.
        var text: String {
            [sum.high, sum.low].map { number in
                let digits = String(number, radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
        }

        /// Appends a value so that different rows have different bytes: its kind, its length if it has one, its bytes.
        private static func append(_ value: DatabaseValue, to bytes: inout [UInt8]) {
            switch value.storage {
            case .null: bytes.append(0)
            case .int64(let number):
                bytes.append(1)
                append(UInt64(bitPattern: number), to: &bytes)
            case .double(let number):
                bytes.append(2)
                // SQLite has no negative zero.
                append(number == 0 ? 0 : number.bitPattern, to: &bytes)
            case .string(let text):
                bytes.append(3)
                append(UInt64(text.utf8.count), to: &bytes)
                bytes += text.utf8
            case .blob(let data):
                bytes.append(4)
                append(UInt64(data.count), to: &bytes)
                bytes += data
            }
        }

        private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }

        private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    }
#endif
