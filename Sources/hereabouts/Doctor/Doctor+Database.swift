import Stores

extension Doctor {
    /// Checks the hosts of PostgreSQL, if the place lies there.
    func database() -> [Finding] {
        guard let address = configuration.database.address else { return [] }
        var findings: [Finding] = []
        do { try configuration.checkDatabase() } catch {
            findings.append(Finding(isFault: true, line: "fault  \(error)"))
        }
        #if Postgres
            let examination = DatabaseExamination(address: address, keys: configuration.database.keys)
            findings += examination.findings().map { finding in
                finding.remedy.map { .fault(finding.text, $0) } ?? .good(finding.text)
            }
        #else
            findings.append(
                .fault(
                    "this program was built without PostgreSQL, and database is set",
                    "remove database from the settings")
            )
        #endif
        return findings
    }
}
