import Community
package import HereaboutsAPI

extension ErrorBody {
    /// The answer to a fault that no handler expects. It leaves out the fault's own text, which is for the log.
    package init(unforeseen fault: any Error) {
        if (fault as? any LoggableFault)?.passes == true {
            self.init(.unavailable, "the server's database does not answer now; ask again in a second")
        } else {
            self.init(.internalError, "the server could not answer; its log says why")
        }
    }
}
