/// Asks for the description of this interface.
public struct OpenAPIRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/openapi.json", "openapi", "This description (OpenAPI 3.1).",
        answer: .foreignJSON(.openAPI))
    package static let blank = OpenAPIRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Asks whether the server answers.
public struct HealthRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/healthz", "health", "Says `ok` while the server answers.",
        answer: .text(mediaType: "text/plain; charset=utf-8"))
    package static let blank = HealthRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Asks for the figures of operation: as an operator, or from where the server's settings let everybody.
public struct MetricsRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/metrics", "metrics",
        "Figures of operation in the Prometheus text format; no positions, no queries. For operators, and for the addresses in `metrics-from`: at first this machine alone.",
        answer: .text(mediaType: "text/plain; version=0.0.4; charset=utf-8"), failures: [.notLoggedIn, .notAllowed])
    package static let blank = MetricsRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}
