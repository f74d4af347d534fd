import GeoCore
import Gossip

/// An offence of a peer, in points: a peer with 100 is banned.
enum Offence: Int {
    /// A signature that does not hold. An honest node passes none on.
    case badSignature = 10
    /// Bytes that are no frame, no message, or no step of reconciling.
    case malformed = 20
    /// More than its budget, after it was asked to stop.
    case overBudget = 5
    /// A message for another place, or without the stamp that the sender had to make.
    case outOfPlace = 4
}

/// The points and bans of peers, by their keys; they outlive links. Guests can make keys freely, so a ban stops a
/// program that misbehaves, and the number of links stops the rest.
struct Misbehaviour {
    static let most = 100
    static let firstBan: Milliseconds = 60_000
    static let longestBan: Milliseconds = 86_400_000
    /// A point is forgotten after this time.
    static let pointLife: Milliseconds = 36_000
    static let mostRecords = 1024

    private struct Record {
        var points = 0
        var since: Milliseconds
        var banEnd: Milliseconds = 0
        var nextBan = Misbehaviour.firstBan
    }

    private var records: [SignerKey: Record] = [:]
    /// The keys in the order in which they came, to forget the oldest.
    private var order: [SignerKey] = []

    var count: Int { records.count }

    func isBanned(_ key: SignerKey, at time: Milliseconds) -> Bool { records[key].map { time < $0.banEnd } ?? false }

    /// Counts an offence; returns whether the peer is banned for it.
    mutating func add(_ offence: Offence, by key: SignerKey, at time: Milliseconds) -> Bool {
        if records[key] == nil { remember(key, at: time) }
        guard var record = records[key] else { return false }
        let forgotten = Int((time - record.since) / Self.pointLife)
        record.points = max(0, record.points - forgotten) + offence.rawValue
        record.since += Milliseconds(forgotten) * Self.pointLife
        // A day without an offence makes the next ban short again.
        if time > record.banEnd + Self.longestBan { record.nextBan = Self.firstBan }
        let isBanned = record.points >= Self.most
        if isBanned {
            record.points = 0
            record.banEnd = time + record.nextBan
            record.nextBan = min(2 * record.nextBan, Self.longestBan)
        }
        records[key] = record
        return isBanned
    }

    private mutating func remember(_ key: SignerKey, at time: Milliseconds) {
        if order.count >= Self.mostRecords { records[order.removeFirst()] = nil }
        order.append(key)
        records[key] = Record(since: time)
    }
}
