/// Asks for the OpenAPI description.
public struct OpenAPIRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/openapi.json", "openapi", "This description (OpenAPI 3.1).",
        answer: .foreignJSON(.openAPI))
}

/// Asks whether the server is running; for monitoring.
public struct HealthRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/healthz", "health", "Says `ok` while the server answers.",
        answer: .text(mediaType: "text/plain; charset=utf-8"))
}

/// Asks for the metrics, as an operator or from a network address that the settings name.
public struct MetricsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/metrics", "metrics",
        """
        The server's metrics in the Prometheus text format. They reveal no location and no query. For operators, and \
        for the network addresses in `metrics-from`: by default only the server's own machine.
        """,
        answer: .text(mediaType: "text/plain; version=0.0.4; charset=utf-8"), failures: [.notLoggedIn, .notAllowed])
}
