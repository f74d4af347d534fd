/// Asks for the simulated people on the map.
public struct CrowdRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/admin/crowd", "crowd", "The simulated people on the map.",
        answer: .json(SimulatedCrowd.self), access: .operators)
}

/// Simulated people: how many, and by what clock they live.
public struct SimulatedCrowd: Codable, Equatable, Sendable {
    public var people: Int
    public var hour: Int?
    public var speed: Int

    public init(people: Int, hour: Int? = nil, speed: Int = 1) {
        (self.people, self.hour, self.speed) = (people, hour, speed)
    }
}

extension SimulatedCrowd: Annotated {
    package static let notes = [
        "people": "How many there are: 0 to 2000.",
        "hour": """
        The hour of the day at which they begin, 0 to 23. Without it they live by the place's clock, and at \
        night as by day.
        """,
        "speed": """
        How many times as fast as the clock they live: 1 to 120. Above 1, `hour` must be given. When the day is \
        over they live it again.
        """,
    ]
}

/// Changes the simulated people on the map.
public struct ChangeCrowdRequest: BodyRequest, FieldlessRequest {
    public var body: SimulatedCrowd

    public init(_ crowd: SimulatedCrowd) { body = crowd }

    package static let endpoint = Endpoint(
        .put, "/api/v1/admin/crowd", "change_crowd",
        """
        Puts simulated people on the map until the server stops, to try the map with people on it. Everybody sees \
        them, marked as simulated.
        """,
        answer: .json(SimulatedCrowd.self), access: .operators, failures: [.invalidBody])
    package static let blank = ChangeCrowdRequest(SimulatedCrowd(people: 0))
}
