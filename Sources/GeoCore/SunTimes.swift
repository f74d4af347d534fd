/// A height of the sun that opening hours name.
package enum SunEvent: Int, CaseIterable, Sendable {
    case dawn, sunrise, sunset, dusk

    package var isMorning: Bool { self == .dawn || self == .sunrise }

    /// The angle between the zenith and the middle of the sun, in degrees. At sunrise and sunset its upper edge is on
    /// the horizon, with the usual refraction; at dawn and dusk civil twilight begins and ends
    /// (gml.noaa.gov/grad/solcalc/glossary.html).
    fileprivate var zenith: Double {
        switch self {
        case .sunrise, .sunset: 90.833
        case .dawn, .dusk: 96
        }
    }
}

/// The sun over a place, by the equations of NOAA's solar calculator (gml.noaa.gov/grad/solcalc/calcdetails.html),
/// which follow Meeus, Astronomical Algorithms: within a minute up to 72° of latitude, and within ten near the poles,
/// where the sun skims the horizon.
package enum SunTimes {
    /// Returns the minute of a day at which the sun reaches a height, on a clock that is `offset` minutes ahead of UTC.
    ///
    /// Past 1440 where it happens after midnight, and negative where it happened before the day began. `offset` is in
    /// -1440...1440. Where the sun stays above that height all day, morning is at 0 and evening at 1440; where it stays
    /// below, both are at noon: between them lies no time then.
    package static func minute(of event: SunEvent, on day: CivilDay, at place: Coordinate, offset: Int) -> Int {
        // The noon that lies in this day on that clock, in minutes of UTC since the day began there.
        var noon = 720 - 4 * place.longitude + Double(offset)
        let shift = noon < 0 ? 1440.0 : noon >= 1440 ? -1440.0 : 0
        noon += shift - Double(offset)
        // The sun moves while the Earth turns: the second look is where it was at the time that the first one gave.
        var minute = noon
        for _ in 0..<3 {
            let sun = Sun(century: (Double(day.number) + minute / 1440 - 10957.5) / 36525)
            let transit = noon - sun.equationOfTime
            let cosine = sun.hourAngleCosine(zenith: event.zenith, latitude: place.latitude)
            guard cosine > -1 else { return event.isMorning ? 0 : 1440 }
            let angle = cosine < 1 ? 90 - Elementary.arcSine(cosine) / Elementary.radiansPerDegree : 0
            minute = event.isMorning ? transit - 4 * angle : transit + 4 * angle
        }
        return Int((minute + Double(offset) + 0.5).rounded(.down))
    }
}

/// The position of the sun, at a number of Julian centuries after noon of 1 January 2000.
private struct Sun {
    /// How far a sundial is ahead of the clock, in minutes.
    let equationOfTime: Double
    private let sineOfDeclination: Double

    init(century t: Double) {
        let radians = Elementary.radiansPerDegree
        func turn(_ degrees: Double) -> Double { (degrees - (degrees / 360).rounded(.down) * 360) * radians }
        let longitude = turn(280.46646 + t * (36000.76983 + t * 0.0003032))
        let anomaly = turn(357.52911 + t * (35999.05029 - 0.0001537 * t))
        let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
        let centre =
            Elementary.sine(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t))
            + Elementary.sine(2 * anomaly) * (0.019993 - 0.000101 * t) + Elementary.sine(3 * anomaly) * 0.000289
        let node = turn(125.04 - 1934.136 * t)
        let apparent = longitude + (centre - 0.00569 - 0.00478 * Elementary.sine(node)) * radians
        let seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
        let obliquity = (23 + (26 + seconds / 60) / 60 + 0.00256 * Elementary.cosine(node)) * radians
        sineOfDeclination = Elementary.sine(obliquity) * Elementary.sine(apparent)
        let tangent = Elementary.tangent(obliquity / 2), y = tangent * tangent
        let sineOfAnomaly = Elementary.sine(anomaly)
        let equation =
            y * Elementary.sine(2 * longitude) - 2 * eccentricity * sineOfAnomaly
            + 4 * eccentricity * y * sineOfAnomaly * Elementary.cosine(2 * longitude)
            - 0.5 * y * y * Elementary.sine(4 * longitude)
            - 1.25 * eccentricity * eccentricity * Elementary.sine(2 * anomaly)
        equationOfTime = 4 * equation / radians
    }

    /// The cosine of the angle that the Earth turns between noon and the sun's reaching a height; beyond ±1 it never
    /// does.
    func hourAngleCosine(zenith: Double, latitude: Double) -> Double {
        let radians = Elementary.radiansPerDegree, here = Elementary.sineAndCosine(latitude * radians)
        let cosineOfDeclination = ((1 - sineOfDeclination) * (1 + sineOfDeclination)).squareRoot()
        let across = here.cosine * cosineOfDeclination
        let rest = Elementary.cosine(zenith * radians) - here.sine * sineOfDeclination
        // At a pole nothing rises or sets in a day.
        guard across > 1e-9 else { return rest < 0 ? -2 : 2 }
        return rest / across
    }
}
