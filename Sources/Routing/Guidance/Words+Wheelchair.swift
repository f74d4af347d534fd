extension Words {
    /// Returns the lines of a report: one each for avoided, accepted and unmapped things.
    package func lines(of report: WheelchairReport) -> [String] {
        WheelchairReport.Part.allCases.compactMap { part in
            guard let amounts = report[part], !amounts.isEmpty else { return nil }
            var line = vocabulary.heading(part), isFirst = true
            for obstacle in WheelchairReport.Obstacle.allCases where amounts[obstacle].count > 0 {
                if !isFirst { line += vocabulary.measures.comma }
                isFirst = false
                line += vocabulary.obstacle(obstacle, part) + " (" + words(for: amounts[obstacle]) + ")"
            }
            return line
        }
    }

    /// Returns an amount: stretches by their length, places by their number.
    private func words(for amount: WheelchairReport.Amount) -> String {
        amount.millimetres > 0 ? length(amount.millimetres) : "×\(amount.count)"
    }

    /// Returns metres up to a kilometre, then kilometres with one decimal.
    private func length(_ millimetres: Int64) -> String {
        let metres = max(1, (millimetres + 500) / 1000), measures = vocabulary.measures
        guard metres >= 1000 else { return "\(metres) " + measures.metre }
        let tenths = (metres + 50) / 100
        return "\(tenths / 10)" + measures.decimalPoint + "\(tenths % 10) " + measures.kilometre
    }
}
