/// A point in time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds, as in POSIX.
package typealias Timestamp = Int64

/// A length of time in milliseconds.
package typealias Milliseconds = Int64
