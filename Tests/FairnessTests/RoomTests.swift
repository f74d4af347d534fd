import Fairness
import Testing

@Suite struct RoomTests {
    @Test func `what is taken is gone until nobody holds it`() throws {
        let room = Room(10)
        var first: Room.Share? = try room.take(6)
        let second = try room.take(4)
        #expect(throws: Room.Fault.full) { try room.take(1) }
        withExtendedLifetime(first) {}
        first = nil
        let third = try room.take(6)
        #expect(throws: Room.Fault.full) { try room.take(1) }
        withExtendedLifetime((second, third)) {}
    }

    @Test func `one block of addresses leaves the rest to others`() throws {
        let room = Room(10, mostForOne: 5)
        let mine = try room.take(5, for: Network(ipv4: 0x0a00_0001))
        #expect(throws: Room.Fault.shareTaken) { try room.take(1, for: Network(ipv4: 0x0a00_0002)) }
        let theirs = try room.take(5, for: Network(ipv4: 0x0b00_0001))
        #expect(throws: Room.Fault.full) { try room.take(1, for: Network(ipv4: 0x0c00_0001)) }
        withExtendedLifetime((mine, theirs)) {}
    }
}
