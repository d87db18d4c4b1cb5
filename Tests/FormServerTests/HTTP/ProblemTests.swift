#if Server
import FormRecorder
import HTTPTypes
import Testing

@testable import FormServer

@Suite struct ProblemTests {
  /// The pause that clients are told depends on the reason.
  @Test func temporaryProblemsStateWhenToTryAgain() async throws {
    let core = ServerCore(try TestServer().recorder, .patient)
    let problems: [Problem?] = [
      .unavailable(""), Problem(RecorderError(.busy(process: nil), "")),
      Problem(any: CancellationError()),
      await #expect(throws: Problem.self) {
        try await core.perform(orAdvise: "") { _, _ in throw RecorderError(.stopped, "") }
      },
    ]
    #expect(problems.allSatisfy { $0?.status == .serviceUnavailable })
    #expect(problems.map { $0?.headers[.retryAfter] } == ["1", "2", "5", "60"])
  }

  /// A client that repeats the request would be refused.
  @Test(arguments: [.busy(process: nil), .stopped, .storage, .refused] as [RecorderError.Reason])
  func storedChangesAreStated(_ reason: RecorderError.Reason) {
    let problem = Problem(RecorderError(reason, "x").after("import 1 is retracted").inFile("a.csv"))
    #expect(problem.detail.contains("import 1 is retracted: "))
    #expect(!problem.detail.contains("try again"))
    #expect(problem.headers[.retryAfter] == nil)
  }

  /// A body after the response to HEAD would be read as the beginning of the next response.
  @Test(arguments: ["/x", "/forms/people/imports", "/forms/people/all"], ["text/html", "*/*"])
  func responsesToHeadHaveNoBody(path: String, accepted: String) async throws {
    let server = try FormHTTPServer(TestServer().recorder, .patient)
    let response = try await server.response(to: .head, path, headers: [.accept: accepted])
    #expect(response.body.isEmpty && response.headers[.contentLength] != nil)
    let get = try await server.response(to: .get, path, headers: [.accept: accepted])
    #expect(response.status == get.status)
  }
}
#endif
