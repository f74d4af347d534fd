package import GeoCore

package typealias SeededGenerator = GeoCore.SeededGenerator
