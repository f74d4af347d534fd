import GeoCore
package import Gossip

/// Merges messages of the mesh into the overlay. A call returns when its changes are on disk; after an error nothing has
/// changed.
package protocol OverlayMergeStore: Sendable {
    /// Makes a message of what was published here, then merges a message that the caller has checked: of all messages the
    /// greatest holds. Returns whether the published features changed. `signer` is as for the guide.
    func mergeOverlay(
        _ features: [Overlay.Feature], _ order: MessageOrder,
        signer: @escaping @Sendable (AccountID?) -> MessageSigner?, at time: Timestamp
    ) async throws -> Bool
    /// Takes back the message with `order`, which operators hide: where its features are published, those of `other` are,
    /// or none. Returns whether the published features changed.
    func takeBackOverlay(
        _ order: MessageOrder, _ other: OverlayChange?, signer: @escaping @Sendable (AccountID?) -> MessageSigner?,
        at time: Timestamp
    ) async throws -> Bool
    /// Makes a message of what was published here.
    func tellOverlay(signer: @escaping @Sendable (AccountID?) -> MessageSigner?, at time: Timestamp) async throws
}

/// What a message of the mesh publishes.
package struct OverlayChange: Sendable {
    package let order: MessageOrder
    package let features: [Overlay.Feature]

    package init(_ order: MessageOrder, _ features: [Overlay.Feature]) {
        (self.order, self.features) = (order, features)
    }
}

extension Overlay {
    /// Of the overlay's registers; the ids of entries do not begin with zeros.
    package static var subject: GuideID { GuideID(SubjectID(high: 0, low: 3)) }
}

/// The overlay with its registers, in one transaction of a store.
package struct OverlayMerging {
    package private(set) var overlay: Overlay
    package private(set) var registers: [UInt8: FieldRegister]
    /// A message for the other nodes.
    package private(set) var outgoing: (draft: MessageDraft, signer: MessageSigner)?
    package private(set) var hasChanged = false

    /// The field of the published features. Which they are is in the overlay.
    private static let published: UInt8 = 1

    package init(_ overlay: Overlay, _ registers: [UInt8: FieldRegister]) {
        (self.overlay, self.registers) = (overlay, registers)
    }

    /// Makes a message of features that were published here since the last message. An overlay that does not fit in a
    /// message stays here.
    package mutating func tell(_ signer: (AccountID?) -> MessageSigner?, at now: HybridTime) {
        guard overlay.publishedRevision > 0, registers[FieldRegister.told] != told else { return }
        let editor = registers[FieldRegister.orderer]?.value.flatMap { AccountID(bytes: $0) }
        guard let signer = signer(editor), let fields = OverlayBody(overlay.published).fields else { return }
        let last = registers[Self.published]?.order.time.rawValue ?? 0
        let time = max(now, HybridTime(rawValue: last + 1))
        let draft = MessageDraft(.overlay, in: signer.place, at: time, by: signer.key, fields)
        registers[Self.published] = FieldRegister(MessageOrder(time: time, id: draft.id), nil)
        registers[FieldRegister.told] = told
        outgoing = (draft, signer)
    }

    /// Takes a message. The draft follows where nobody has drawn since it was published.
    package mutating func take(_ features: [Overlay.Feature], _ order: MessageOrder, at now: HybridTime) {
        if let known = registers[Self.published], known.order >= order { return }
        registers[Self.published] = FieldRegister(order, nil)
        publish(features, at: now)
    }

    /// Takes a message back, and publishes what is left.
    package mutating func takeBack(_ order: MessageOrder, _ other: OverlayChange?, at now: HybridTime) {
        guard registers[Self.published]?.order == order else { return }
        registers[Self.published] = other.map { FieldRegister($0.order, nil) } ?? .local(nil)
        publish(other?.features ?? [], at: now)
    }

    private mutating func publish(_ features: [Overlay.Feature], at now: HybridTime) {
        if features != overlay.published || overlay.publishedRevision == 0 {
            hasChanged = features != overlay.published
            let draft = overlay.draft == overlay.published ? features : overlay.draft
            let revision = overlay.revision + 1
            overlay = Overlay(
                draft: draft, published: features, revision: draft == features ? revision : revision + 1,
                publishedRevision: revision, changed: now)
        }
        registers[FieldRegister.told] = told
    }

    /// Says that the published features are those of messages.
    private var told: FieldRegister {
        .local((0..<8).map { UInt8(truncatingIfNeeded: overlay.publishedRevision >> (56 - 8 * $0)) })
    }
}

extension OverlayBody {
    /// The numbers of the kinds and the bits of the travellers; they never change.
    private static let kinds: [Overlay.Kind] = [
        .stage, .stall, .toilets, .firstAid, .meetingPoint, .entrance, .fence, .oneWay, .closed, .slow,
    ]
    private static let travellers: [Overlay.Traveller] = [.foot, .wheelchair, .bicycle, .car]

    package init(_ features: [Overlay.Feature]) {
        self.init(features: features.map { Feature($0) })
    }

    fileprivate static func number(of kind: Overlay.Kind) -> UInt8 {
        UInt8(truncatingIfNeeded: kinds.firstIndex(of: kind) ?? 0)
    }

    fileprivate static func bits(of travellers: [Overlay.Traveller]) -> UInt8 {
        Self.travellers.enumerated().reduce(0) { travellers.contains($1.element) ? $0 | 1 << UInt8($1.offset) : $0 }
    }

    /// The overlay's features; `nil` where one is of an unknown kind, or breaks a rule of the overlay.
    package var overlay: [Overlay.Feature]? {
        var overlay: [Overlay.Feature] = []
        for feature in features {
            guard Int(feature.kind) < Self.kinds.count, feature.travellers >> UInt8(Self.travellers.count) == 0 else {
                return nil
            }
            let place: Overlay.Place =
                switch feature.shape {
                case .point(let point): .point(point)
                case .line(let points): .line(points)
                case .area(let points): .area(points)
                case .ways(let ways): .ways(ways)
                }
            overlay.append(
                Overlay.Feature(
                    kind: Self.kinds[Int(feature.kind)], name: feature.name, note: feature.note, place: place,
                    travellers: Self.travellers.enumerated().filter { feature.travellers >> UInt8($0.offset) & 1 == 1 }
                        .map(\.element), factor: feature.factor, from: feature.from, until: feature.until))
        }
        return (try? Overlays.check(features: overlay)) == nil ? nil : overlay
    }
}

extension OverlayBody.Feature {
    fileprivate init(_ feature: Overlay.Feature) {
        let shape: OverlayBody.Shape =
            switch feature.place {
            case .point(let point): .point(point)
            case .line(let points): .line(points)
            case .area(let points): .area(points)
            case .ways(let ways): .ways(ways)
            }
        self.init(
            kind: OverlayBody.number(of: feature.kind), travellers: OverlayBody.bits(of: feature.travellers), shape)
        (name, note, factor, from, until) = (feature.name, feature.note, feature.factor, feature.from, feature.until)
    }
}
