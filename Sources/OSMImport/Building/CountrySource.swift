/// Sources for the country of places outside closed boundaries.
package struct CountrySource: Sendable {
    /// The world's countries; `nil` if set-up made no table of them.
    package var table: CountryTable?
    /// The country of all places, ISO 3166-1 alpha-2 in capitals.
    package var code: String?

    package init(table: CountryTable? = nil, code: String? = nil) {
        self.table = table
        self.code = code
    }
}
