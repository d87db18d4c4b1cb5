#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

extension SubmissionReport {
  /// The response: status 201 for an accepted submission, problem details with status 422 for a
  /// rejected one. Both are stored.
  ///
  /// - Parameter json: The report as JSON, if it has additional members.
  func response(_ json: JSON? = nil) -> Response {
    let json = json ?? self.json
    let location = "/forms/\(form)/submissions/\(submissionID)"
    guard isRejected, case .object(let members) = json else {
      return json.response(.created, headers: [.location: location])
    }
    var problem = Problem(
      .unprocessableContent, "the submission was stored, and rejected by its rules", members)
    problem.headers[.location] = location
    return problem.response
  }
}
#endif
