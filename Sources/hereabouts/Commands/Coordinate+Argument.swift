import ArgumentParser
import GeoCore
import HereaboutsAPI

/// A coordinate on the command line: latitude,longitude, a `geo:` URI or a full plus code.
struct CoordinateArgument: ExpressibleByArgument {
    let value: Coordinate

    init?(argument: String) {
        if let uri = GeoURI(argument.utf8Span.span) {
            value = Coordinate(uri.point)
            return
        }
        if let code = PlusCode(argument.utf8Span.span) {
            value = Coordinate(code.center)
            return
        }
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard parts.count == 2, let latitude = Decimal.read(parts[0]), let longitude = Decimal.read(parts[1]),
            let value = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        self.value = value
    }
}
