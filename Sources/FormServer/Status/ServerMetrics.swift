#if Server
import Hummingbird
import Synchronization

/// Counts requests and submissions, for Prometheus.
final class ServerMetrics: Sendable {
  private struct Request: Hashable, Comparable {
    var route, method: String
    var status: Int

    static func < (one: Self, other: Self) -> Bool {
      (one.route, one.method, one.status) < (other.route, other.method, other.status)
    }
  }

  private struct Counts {
    var requests: [Request: Int] = [:]
    /// The number of requests by the first bound that their duration does not exceed.
    var durations = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
    var seconds = 0.0
    var submissions: [String: (accepted: Int, rejected: Int)] = [:]
  }

  /// The upper bounds of the histogram, in seconds.
  private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  private let counts = Mutex(Counts())

  func count(route: String, method: String, status: Int, seconds: Double) {
    counts.withLock { counts in
      counts.requests[Request(route: route, method: method, status: status), default: 0] += 1
      let bound = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
      counts.durations[bound] += 1
      counts.seconds += seconds
    }
  }

  func count(submissionTo form: String, isRejected: Bool) {
    counts.withLock { counts in
      if isRejected {
        counts.submissions[form, default: (0, 0)].rejected += 1
      } else {
        counts.submissions[form, default: (0, 0)].accepted += 1
      }
    }
  }

  /// The counts in the text format of Prometheus.
  func text(pending: Int) -> String {
    let counts = counts.withLock(\.self)
    var text = """
      # HELP formrec_http_requests_total Answered requests.
      # TYPE formrec_http_requests_total counter

      """
    for (request, count) in counts.requests.sorted(by: { $0.key < $1.key }) {
      text +=
        "formrec_http_requests_total{route=\"\(request.route)\",method=\"\(request.method)\","
        + "status=\"\(request.status)\"} \(count)\n"
    }
    text += """
      # HELP formrec_http_request_duration_seconds The time until a request was answered.
      # TYPE formrec_http_request_duration_seconds histogram

      """
    var total = 0
    for (index, count) in counts.durations.enumerated() {
      total += count
      let bound = index < Self.bounds.count ? "\(Self.bounds[index])" : "+Inf"
      text += "formrec_http_request_duration_seconds_bucket{le=\"\(bound)\"} \(total)\n"
    }
    text += """
      formrec_http_request_duration_seconds_sum \(counts.seconds)
      formrec_http_request_duration_seconds_count \(total)
      # HELP formrec_submissions_total Submissions stored since the server started.
      # TYPE formrec_submissions_total counter

      """
    for (form, count) in counts.submissions.sorted(by: { $0.key < $1.key }) {
      text += """
        formrec_submissions_total{form="\(form)",verdict="accepted"} \(count.accepted)
        formrec_submissions_total{form="\(form)",verdict="rejected"} \(count.rejected)

        """
    }
    return text + """
      # HELP formrec_pending_submissions Submissions that wait for a commit.
      # TYPE formrec_pending_submissions gauge
      formrec_pending_submissions \(pending)

      """
  }
}

#endif
