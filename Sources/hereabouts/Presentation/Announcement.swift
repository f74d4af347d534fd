import Community
import FoundationEssentials
import Logging

/// What the server says once it listens: its addresses, how the first operators register, and the port in a file.
struct Announcement {
    private let places: [ServedPlace]
    private let configuration: Configuration
    private let logger: Logger

    init(_ places: [ServedPlace], _ configuration: Configuration, _ logger: Logger) {
        (self.places, self.configuration, self.logger) = (places, configuration, logger)
    }

    func make(at port: Int) async {
        let banner = Banner(configuration: configuration.server, port: port)
        if places.contains(where: { $0.name != nil }) {
            banner.show(places.map { ($0.name ?? "", $0.configuration.server) })
        } else {
            banner.show(withCode: !configuration.makesCertificate)
        }
        for place in places { await showSetUp(of: place, at: port) }
        guard let portFile = configuration.portFile else { return }
        do {
            try Data("\(port)\n".utf8).write(to: URL(filePath: portFile), options: .atomic)
        } catch {
            logger.error("the port could not be written to \(portFile): \(error)")
        }
    }

    private func showSetUp(of place: ServedPlace, at port: Int) async {
        do {
            guard try await !place.hasOperator() else { return }
            let settings = place.configuration.database
            let address = settings.address.map { " --database '\(DatabaseSettings.shown($0))'" }
            let name = place.name.map { " --place \($0)" } ?? ""
            let whose = address.map { $0 + name } ?? " --data \(place.configuration.data)"
            try Banner(configuration: place.configuration.server, port: port)
                .showSetUp(place.setUpCodes, of: place.name, by: "hereabouts account code" + whose)
        } catch {
            logger.error("no set-up code could be made: \(error.inLog)")
        }
    }
}
