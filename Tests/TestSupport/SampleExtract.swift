import Foundation

/// The sample extract that set-up fetches: 1.0 × 1.7 km of central Helsinki, © OpenStreetMap contributors, ODbL.
package enum SampleExtract {
    package static var path: String { Repository.root.appending(path: ".cache/sample/Helsinki.osm.pbf").path }
}
