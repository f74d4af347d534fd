package import GeoCore

// The portable ring has the times, because messages of the mesh carry them to the browser. These are their names here.

package typealias Timestamp = GeoCore.Timestamp
package typealias Milliseconds = GeoCore.Milliseconds
package typealias HybridTime = GeoCore.HybridTime
package typealias HybridClock = GeoCore.HybridClock
