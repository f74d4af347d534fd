import GeoCore

/// A time, the days whose hours may cover it, and an assumption about which of the doubtful days are holidays.
struct DaysOfHours {
    struct Doubt: Equatable {
        let day: Int
        let isSchool: Bool
    }

    let today: CivilDay
    let yesterday: CivilDay
    let minute: Int
    let setting: OpeningSetting
    var doubts: [Doubt] = []
    /// A bit for each of `doubts`: set if that day is assumed to be a holiday.
    var assumed = 0

    init(_ time: LocalTime, _ setting: OpeningSetting) {
        today = time.day
        yesterday = CivilDay(number: today.number - 1)
        minute = time.minuteOfDay
        self.setting = setting
    }

    /// Whether a day is one of a rule's holidays.
    func isHoliday(_ day: CivilDay, of holidays: OpeningRule.Holidays) -> Bool {
        if holidays.isSchool, isAssumed(Doubt(day: day.number, isSchool: true)) { return true }
        return holidays.publicOffsets.contains { offset in
            let number = day.number - offset
            switch setting.isPublicHoliday(number) {
            case .yes: return true
            case .no: return false
            case .perhaps: return isAssumed(Doubt(day: number, isSchool: false))
            }
        }
    }

    private func isAssumed(_ doubt: Doubt) -> Bool {
        doubts.firstIndex(of: doubt).map { assumed >> $0 & 1 != 0 } ?? false
    }
}
