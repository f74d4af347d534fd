/// Asks for the OpenAPI description.
public struct OpenAPIRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/openapi.json", "openapi", "This description (OpenAPI 3.1).",
        answer: .foreignJSON(.openAPI))
}

/// Asks whether the server answers.
public struct HealthRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/healthz", "health", "Says `ok` while the server answers.",
        answer: .text(mediaType: "text/plain; charset=utf-8"))
}

/// Asks for the figures of operation, as an operator or from an address in the server's settings.
public struct MetricsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/metrics", "metrics",
        """
        Figures of operation in the Prometheus text format, without positions and queries. For operators, and for \
        the addresses in `metrics-from`: by default this machine alone.
        """,
        answer: .text(mediaType: "text/plain; version=0.0.4; charset=utf-8"), failures: [.notLoggedIn, .notAllowed])
}
