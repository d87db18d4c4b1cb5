#if Server
import Testing

@testable import FormServer

@Suite struct ServerMetricsTests {
  /// A duration counts for its bound and all greater ones.
  @Test func countsAreInTheFormatOfPrometheus() {
    let metrics = ServerMetrics()
    for seconds in [0.005, 0.006, 20] {
      metrics.count(route: "/a", method: "GET", status: 200, seconds: seconds)
    }
    metrics.count(route: "/a", method: "GET", status: 404, seconds: 0)
    metrics.count(submissionTo: "f", isRejected: true)
    for _ in 0..<2 { metrics.count(submissionTo: "f", isRejected: false) }
    #expect(
      metrics.text(pending: 7) == """
        # HELP formrec_http_requests_total Answered requests.
        # TYPE formrec_http_requests_total counter
        formrec_http_requests_total{route="/a",method="GET",status="200"} 3
        formrec_http_requests_total{route="/a",method="GET",status="404"} 1
        # HELP formrec_http_request_duration_seconds The time until a request was answered.
        # TYPE formrec_http_request_duration_seconds histogram
        formrec_http_request_duration_seconds_bucket{le="0.005"} 2
        formrec_http_request_duration_seconds_bucket{le="0.01"} 3
        formrec_http_request_duration_seconds_bucket{le="0.025"} 3
        formrec_http_request_duration_seconds_bucket{le="0.05"} 3
        formrec_http_request_duration_seconds_bucket{le="0.1"} 3
        formrec_http_request_duration_seconds_bucket{le="0.25"} 3
        formrec_http_request_duration_seconds_bucket{le="0.5"} 3
        formrec_http_request_duration_seconds_bucket{le="1.0"} 3
        formrec_http_request_duration_seconds_bucket{le="2.5"} 3
        formrec_http_request_duration_seconds_bucket{le="5.0"} 3
        formrec_http_request_duration_seconds_bucket{le="10.0"} 3
        formrec_http_request_duration_seconds_bucket{le="+Inf"} 4
        formrec_http_request_duration_seconds_sum 20.011
        formrec_http_request_duration_seconds_count 4
        # HELP formrec_submissions_total Submissions stored since the server started.
        # TYPE formrec_submissions_total counter
        formrec_submissions_total{form="f",verdict="accepted"} 2
        formrec_submissions_total{form="f",verdict="rejected"} 1
        # HELP formrec_pending_submissions Submissions that wait for a commit.
        # TYPE formrec_pending_submissions gauge
        formrec_pending_submissions 7

        """)
  }
}
#endif
