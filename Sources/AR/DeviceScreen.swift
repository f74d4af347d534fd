/// The orientation of a device's screen, as its browser states it.
package struct DeviceScreen: Equatable, Sendable {
    /// `screen.orientation.angle`: the degrees from the device's natural orientation, which is landscape on some
    /// tablets. NaN where the browser does not state it.
    package var angle: Double
    /// Whether the whole screen, as it is now, is wider than high. A window beside another one may have another shape.
    package var isWide: Bool
    /// Whether the axes of the motion sensors are those of the upright device. On an iPad they are, while `angle` counts
    /// from landscape (WebKit pull request 10803); elsewhere both have the natural orientation.
    package var hasUprightAxes: Bool

    package init(angle: Double, isWide: Bool, hasUprightAxes: Bool) {
        self.angle = angle
        self.isWide = isWide
        self.hasUprightAxes = hasUprightAxes
    }

    /// Whether the picture is turned by 90° or 270° against the axes of the sensors.
    ///
    /// The shape of the screen alone does not say so: a tablet may be wide when it is not turned at all.
    package var isQuarterTurned: Bool {
        if hasUprightAxes { return isWide }
        switch angle {
        case 0, 180: return false
        case 90, 270: return true
        default: return isWide
        }
    }
}
