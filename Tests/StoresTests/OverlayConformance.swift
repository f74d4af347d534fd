import Community
import GRDB
import GeoCore
import Stores
import TestSupport
import Testing

/// What every store does with the overlay.
@Suite(.checksStatements) struct OverlayConformance {
    private static let point = PointE7(latitudeE7: 601_700_000, longitudeE7: -249_400_000)

    /// One feature of each kind and each form.
    private static var features: [Overlay.Feature] {
        let points = (0..<4).map {
            PointE7(
                latitudeE7: point.latitudeE7 + Int32($0) * 1000, longitudeE7: point.longitudeE7 - Int32($0 % 2) * 700)
        }
        let places: [Overlay.Place] = [.point(point), .line(points), .area(points), .ways([7, Int64.max])]
        return Overlay.Kind.allCases.enumerated().map { index, kind in
            Overlay.Feature(
                kind: kind, name: index % 2 == 0 ? "Näyttämö \(index)" : nil,
                note: index % 3 == 0 ? "To the \"left\"" : nil,
                place: places[index % places.count],
                travellers: index % 2 == 0 ? Overlay.Traveller.allCases : [.foot, .car],
                factor: kind == .slow ? 2.5 : nil, from: index % 2 == 0 ? 5 : nil, until: index % 3 == 0 ? 9 : nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `it is empty at first, comes back as it was written, and a change needs its revision`(kind: StoreKind)
        async throws
    {
        let (store, folder) = try kind.make()
        _ = folder
        #expect(try await store.overlay() == .empty)
        let drawn = try await store.setOverlay(Self.features, publishes: false, at: 0, by: nil, at: 9)
        #expect(drawn.draft == Self.features && drawn.published.isEmpty)
        #expect(drawn.revision == 1 && drawn.publishedRevision == 0 && drawn.changed.milliseconds == 9)
        #expect(try await store.overlay() == drawn)
        for revision in [0, 2] {
            await #expect(throws: CommunityFault.changedMeanwhile(current: 1)) {
                _ = try await store.setOverlay([], publishes: true, at: revision, by: nil, at: 10)
            }
        }
        let published = try await store.setOverlay(Self.features, publishes: true, at: 1, by: nil, at: 10)
        #expect(published.published == Self.features && published.publishedRevision == 2)
        let emptied = try await store.setOverlay([], publishes: false, at: 2, by: nil, at: 11)
        #expect(emptied.draft.isEmpty && emptied.published == Self.features)
        #expect(emptied.revision == 3 && emptied.publishedRevision == 2 && emptied.changed > published.changed)
        #expect(try await store.overlay() == emptied)
    }

    @Test func `content of another program is reported as damage, and nothing else is`() async throws {
        let folder = try TemporaryFolder(), path = folder.file("community.sqlite")
        let store = try SQLiteStore(path: path)
        _ = try await store.setOverlay(Self.features, publishes: true, at: 0, by: nil, at: 9)
        let database = try DatabaseQueue(path: path)
        for content in [
            #"{"features":[{"kind":"volcano","shape":"point","points":[1,2],"travellers":[]}]}"#,
            #"{"features":[{"kind":"stage","shape":"point","points":[1],"travellers":[]}]}"#,
            #"{"features":[{"kind":"stage","shape":"point","points":[],"travellers":[]}]}"#,
            #"{"features":[{"kind":"stage","shape":"point","points":[2000000000,1],"travellers":[]}]}"#,
            #"{"features":[{"kind":"closed","shape":"ways","travellers":["cat"]}]}"#, "[]", "{}", "7",
        ] {
            try await database.write { try $0.execute(sql: "UPDATE overlays SET draft = ?", arguments: [content]) }
            await #expect(throws: DamagedRow.self) { _ = try await store.overlay() }
        }
    }
}
