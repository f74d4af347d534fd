import Backups
import Logging
import Server

extension BackupSchedule {
    /// Returns the backups of a server, if they are on, and the source of their state. If no backup setting is set, an
    /// unusable folder does not stop the server.
    static func ofServer(
        _ configuration: Configuration, _ stores: PlaceStores, _ logger: Logger
    ) throws -> (BackupSchedule?, @Sendable () -> BackupState?) {
        let shared = stores.backups
        do {
            let backups = try configuration.backups.backups(of: configuration.data, shared?.databases).map {
                try BackupSchedule(
                    $0, configuration.backups, data: configuration.data, shared: shared, following: stores.following,
                    logger: logger)
            }
            return (backups, { backups?.state })
        } catch let fault as BackupFault where !configuration.backups.areChosen {
            logger.warning("no backups are made: \(fault); name a folder, or off, with backups")
            return (nil, { BackupState(made: nil, problem: fault.description) })
        }
    }
}
