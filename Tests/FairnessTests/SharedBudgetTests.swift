import Fairness
import Testing

@Suite struct SharedBudgetTests {
    @Test func `a taken share is unavailable until its last holder releases it`() throws {
        let budget = SharedBudget(10)
        var first: SharedBudget.Share? = try budget.take(6)
        let second = try budget.take(4)
        #expect(throws: SharedBudget.Fault.full) { try budget.take(1) }
        withExtendedLifetime(first) {}
        first = nil
        let third = try budget.take(6)
        #expect(throws: SharedBudget.Fault.full) { try budget.take(1) }
        withExtendedLifetime((second, third)) {}
    }

    @Test func `one block of addresses leaves the rest to others`() throws {
        let budget = SharedBudget(10, maximumPerHolder: 5)
        let mine = try budget.take(5, for: Network(ipv4: 0x0a00_0001))
        #expect(throws: SharedBudget.Fault.shareTaken) { try budget.take(1, for: Network(ipv4: 0x0a00_0002)) }
        let theirs = try budget.take(5, for: Network(ipv4: 0x0b00_0001))
        #expect(throws: SharedBudget.Fault.full) { try budget.take(1, for: Network(ipv4: 0x0c00_0001)) }
        withExtendedLifetime((mine, theirs)) {}
    }
}
