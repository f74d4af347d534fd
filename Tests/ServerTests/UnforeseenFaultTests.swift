import Community
import HereaboutsAPI
import Server
import Testing

@Suite struct UnforeseenFaultTests {
    private struct Fault: LoggableFault {
        let passes: Bool
        let description = "for the log alone"
    }

    private struct PrivateFault: Error {}

    @Test func `who meets a fault that passes is told to come back`() {
        let error = ErrorBody(unforeseen: Fault(passes: true))
        #expect(error.code == .unavailable && !error.message.contains("for the log"))
    }

    @Test(arguments: [Fault(passes: false), StoreFault(code: 11), PrivateFault()] as [any Error])
    func `others are the server's own`(fault: any Error) {
        let error = ErrorBody(unforeseen: fault)
        #expect(error.code == .internalError && !error.message.contains("for the log"))
    }
}
