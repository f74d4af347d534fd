/// Asks which people who do not exist are on the map.
public struct CrowdRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/admin/crowd", "crowd", "Which people who do not exist are on the map.",
        answer: .json(SimulatedCrowd.self), access: .operators)
    package static let blank = CrowdRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// People who do not exist: how many, and by what clock they live.
public struct SimulatedCrowd: Codable, Equatable, Sendable {
    /// 0 to 2000.
    public var people: Int
    /// The hour of the day that they begin with, 0 to 23; `nil` lets them live by the place's clock, and at night as by
    /// day.
    public var hour: Int?
    /// So many times as fast as the clock, 1 to 120. Whoever does not live by the place's clock lives the same day
    /// again when it is over.
    public var speed: Int

    public init(people: Int, hour: Int? = nil, speed: Int = 1) {
        (self.people, self.hour, self.speed) = (people, hour, speed)
    }
}

extension SimulatedCrowd: Annotated {
    package static let notes = [
        "people": "0 to 2000.",
        "hour":
            "The hour of the day that they begin with, 0 to 23; without it they live by the place's clock, and at night as by day.",
        "speed":
            "So many times as fast as the clock, 1 to 120; above 1 `hour` must be given. When the day is over they live it again.",
    ]
}

/// Lets other people who do not exist be on the map.
public struct ChangeCrowdRequest: BodyRequest {
    public var body: SimulatedCrowd

    public init(_ crowd: SimulatedCrowd) { body = crowd }

    package static let endpoint = Endpoint(
        .put, "/api/v1/admin/crowd", "change_crowd",
        "Lets people who do not exist live on the map until the server ends, to try out what it is like with people on it; everybody sees them, marked.",
        answer: .json(SimulatedCrowd.self), access: .operators, failures: [.invalidBody])
    package static let blank = ChangeCrowdRequest(SimulatedCrowd(people: 0))
    package func visit(_ fields: inout some FieldVisitor) {}
}
