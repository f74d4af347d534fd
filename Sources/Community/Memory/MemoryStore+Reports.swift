import GeoCore
import Synchronization

extension MemoryStore {
    package func add(_ report: NewReport, at time: Timestamp) throws {
        try write { state in
            guard state.posts[report.post]?.state == .shown, state.accounts[report.reporter] != nil else {
                throw CommunityFault.notFound
            }
            let key = Report.Key(post: report.post, reporter: report.reporter)
            let created = state.reports[key]?.created ?? state.clock.reading(at: time)
            state.reports[key] = (report, created)
        }
    }

    package func reportedPosts(before cursor: PostCursor?, limit: Int) -> [ReportedPost] {
        let reported = state.withLock { state in
            Dictionary(grouping: state.reports.values) { $0.report.post }.compactMap { id, entries in
                let newest = entries.sorted { $0.created > $1.created }
                return state.posts[id].map { post in
                    ReportedPost(
                        post: post, count: entries.count, lastReported: newest[0].created,
                        reports: newest.prefix(ReportedPost.maximumReports).map { entry in
                            Report(
                                id: entry.report.id,
                                reporterName: state.accounts[entry.report.reporter]?.name.text ?? "",
                                reason: entry.report.reason, created: entry.created)
                        })
                }
            }
        }
        return Self.newest(limit, of: reported, before: cursor) { PostCursor(after: $0) }
    }

    package func settleReports(of post: PostID, at time: Timestamp) throws {
        try write { state in
            let rest = state.reports.filter { $0.key.post != post }
            guard rest.count < state.reports.count else { throw CommunityFault.notFound }
            state.reports = rest
        }
    }
}

extension Report {
    /// An account has one report of a post.
    struct Key: Hashable {
        let post: PostID
        let reporter: AccountID
    }
}
