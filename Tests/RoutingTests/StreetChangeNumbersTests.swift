import GeoCore
import Routing
import Testing

@Suite struct StreetChangeNumbersTests {
    private let changes: [StreetChange] = {
        let points = [(601_699_000, 249_384_000), (601_700_123, -249_385_001), (-601_701_000, 249_386_007)].map {
            PointE7(latitudeE7: $0, longitudeE7: $1)
        }
        return [
            StreetChange(.closed, .line(points)), StreetChange(.closed, .ways([12, 9_007_199_254_740_991])),
            StreetChange(.oneWay, .line([]), for: ProfileSet(.car)), StreetChange(.slower(2.5), .area(points)),
            StreetChange(.fence(openings: [points[1]]), .area(points), for: ProfileSet(.foot)),
            StreetChange(.fence(openings: []), .line(points)),
        ]
    }()

    @Test func `changes come back from their numbers`() {
        #expect(StreetChange.read(StreetChange.numbers(of: changes)) == changes)
        #expect(StreetChange.read([]) == [])
    }

    @Test func `numbers that end in the middle of a change are refused`() {
        let numbers = StreetChange.numbers(of: changes)
        let whole = Set(changes.indices.map { StreetChange.numbers(of: Array(changes.prefix($0))).count })
        for length in numbers.indices {
            let read = StreetChange.read(Array(numbers.prefix(length)))
            #expect((read != nil) == whole.contains(length), "\(length)")
        }
    }

    @Test(arguments: [-1, 0.5, 4, 17, 91, 1e9, 1e300, .infinity, .nan])
    func `strange numbers are refused or read as other changes, and never trap`(_ strange: Double) {
        let numbers = StreetChange.numbers(of: changes)
        var refused = 0
        for index in numbers.indices {
            var changed = numbers
            changed[index] = strange
            if StreetChange.read(changed) == nil { refused += 1 }
        }
        #expect(refused > 0)
    }
}
