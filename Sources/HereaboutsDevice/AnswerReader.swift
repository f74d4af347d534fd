import Foundation
import HereaboutsAPI
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Gathers the answers to the tasks of a session as their bytes arrive, each up to a length.
///
/// It follows a redirection only to the same scheme, host and port; elsewhere the redirection itself is the answer.
///
/// A class because a session calls it.
final class AnswerReader: NSObject, URLSessionDataDelegate {
    private struct Reading {
        let waiting: CheckedContinuation<TransportAnswer, any Error>
        var body = Data()
    }

    private let maximum: Int
    /// By the identifiers of their tasks. The code that removes a reading resumes its waiting task.
    private let readings = Mutex<[Int: Reading]>([:])

    /// An answer has at most `maximum` bytes.
    init(maximum: Int) { self.maximum = maximum }

    /// Runs a task of the session; throws `AnswerTooLong`, `CancellationError` and what the session does.
    func answer(of task: URLSessionDataTask) async throws -> TransportAnswer {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting in
                readings.withLock { $0[task.taskIdentifier] = Reading(waiting: waiting) }
                // Nothing waited yet, so there is nothing to resume.
                if Task.isCancelled { giveUp(task, CancellationError()) }
                task.resume()
            }
        } onCancel: {
            giveUp(task, CancellationError())
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = readings.withLock { readings in
            guard let length = readings[dataTask.taskIdentifier]?.body.count else { return false }
            guard length + data.count <= maximum else { return true }
            readings[dataTask.taskIdentifier]?.body.append(data)
            return false
        }
        if isTooLong { giveUp(dataTask, AnswerTooLong(maximumAnswer: maximum)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let reading = take(task) else { return }
        if let error {
            // Nobody but `giveUp` cancels a task; the session may say so first.
            let isCancelled = (error as NSError).code == URLError.Code.cancelled.rawValue
            reading.waiting.resume(throwing: isCancelled ? CancellationError() : error)
        } else if let answer = task.response as? HTTPURLResponse {
            reading.waiting.resume(
                returning: TransportAnswer(status: answer.statusCode, body: [UInt8](reading.body)))
        } else {
            reading.waiting.resume(throwing: URLError(.badServerResponse))
        }
    }

    private func giveUp(_ task: URLSessionTask, _ error: any Error) {
        take(task)?.waiting.resume(throwing: error)
        task.cancel()
    }

    private func take(_ task: URLSessionTask) -> Reading? {
        readings.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let target = request.url.flatMap({ Origin($0) }), let first = task.originalRequest?.url,
            target == Origin(first)
        else { return completionHandler(nil) }
        completionHandler(request)
    }
}
