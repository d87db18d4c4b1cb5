#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// A member of the reports of submissions, for requests that ask for it.
struct ReportMember: Sendable {
  /// The parameter that asks for it, with the name of the member.
  let parameter: QueryParameter
  /// The header that asks for it with the value 1.
  let header: HTTPField.Name
  /// A sentence on the header for the OpenAPI document.
  let headerDescription: String
  /// The value in the report of a submission that has just been stored, or nil if it has none.
  let value: @Sendable (SubmissionReport) async -> JSON?

  func isRequested(by request: Request, _ context: ServerContext) throws(Problem) -> Bool {
    try context.query.flag(parameter) || request.headers[header] == "1"
  }
}

extension SubmissionReport {
  /// The report as JSON with additional members.
  func adding(_ additional: [ReportMember]) async -> JSON {
    guard case .object(var members) = json else { return json }
    for member in additional {
      guard let value = await member.value(self) else { continue }
      members.append(.init(member.parameter.name, value))
    }
    return .object(members)
  }
}
#endif
