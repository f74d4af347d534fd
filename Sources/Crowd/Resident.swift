package import GeoCore

/// A simulated person: home, daily routine and favourite places.
package struct Resident: Sendable {
    package enum Occupation: Sendable { case work, study, neither }

    package let number: Int
    /// A name such as `Aino K.`
    package let name: String
    package let home: PointE7
    let occupation: Occupation
    /// The spot where they work or study, if they do.
    let job: Int?
    /// Favourite spots by purpose: a few each, with weights for choosing.
    let favourites: [Purpose: [(spot: Int, weight: Double)]]
    /// A personal shift of all times of day, in minutes.
    let lateness: Double
    /// Walking speed relative to the speed that routes assume.
    let pace: Double
    package let phone: Phone

    /// The distance that counts as near for choosing a place, in metres.
    private static let nearness = 900.0
    private static let mostFavourites = 6
    private static let names = [
        "Aino", "Ali", "Amara", "Anna", "Ben", "Carlos", "Chloé", "Dmitri", "Elif", "Emil", "Fatima", "Grace", "Hana",
        "Hugo", "Ines", "Jamal", "Jonas", "Juhani", "Kaisa", "Kofi", "Leo", "Linh", "Maya", "Mei", "Nadia", "Noor",
        "Olga", "Omar", "Priya", "Rosa", "Sami", "Sofia", "Tomás", "Yara", "Yusuf", "Zoe",
    ]
    private static let initials = Array("ABCDEFGHIJKLMNOPRSTUVWYZ")

    init(_ number: Int, in town: Town, seed: UInt64) {
        var generator = SeededGenerator(seed: seed, 2, UInt64(number))
        let home = town.homes[generator.index(below: town.homes.count)]
        let canStudy = town.spotsFor[.study] != nil, canWork = town.spotsFor[.work] != nil
        let occupation: Occupation =
            canStudy && generator.happens(0.3) ? .study : canWork && generator.happens(0.75) ? .work : .neither
        let purpose: Purpose = occupation == .study ? .study : .work
        let job =
            occupation == .neither
            ? nil : Self.choose(1, for: purpose, in: town, near: home, within: 3000, &generator).first?.spot
        let middle = job.map { town.spots[$0].point } ?? home
        var favourites: [Purpose: [(spot: Int, weight: Double)]] = [:]
        for purpose in Purpose.allCases where purpose != .work {
            let isNearHome = purpose == .errand || purpose == .leisure
            favourites[purpose] = Self.choose(
                Self.mostFavourites, for: purpose, in: town, near: isNearHome ? home : middle,
                within: Self.nearness, &generator)
        }
        (self.number, self.home, self.occupation, self.job) = (number, home, occupation, job)
        name =
            "\(Self.names[generator.index(below: Self.names.count)]) \(Self.initials[generator.index(below: Self.initials.count)])."
        self.favourites = favourites
        lateness = generator.normal(0, 25)
        pace = max(0.75, min(1.3, generator.normal(1, 0.1)))
        phone = Phone(&generator)
    }

    /// Chooses places for a purpose; appealing and near places are more likely.
    private static func choose(
        _ count: Int, for purpose: Purpose, in town: Town, near point: PointE7, within metres: Double,
        _ generator: inout SeededGenerator
    ) -> [(spot: Int, weight: Double)] {
        let plane = LocalPlane(around: point), spots = town.spotsFor[purpose] ?? []
        var weights = spots.map { spot in
            town.spots[spot].appeal * Elementary.exponential(-plane.distance(to: town.spots[spot].point) / metres)
        }
        var chosen: [(spot: Int, weight: Double)] = []
        while chosen.count < count, let index = generator.index(weighted: weights) {
            chosen.append((spots[index], 1 / Double(chosen.count + 1)))
            weights[index] = 0
        }
        return chosen
    }
}
