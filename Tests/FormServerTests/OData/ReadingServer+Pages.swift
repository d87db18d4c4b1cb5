#if Server
import FormRecorder
import Foundation
import Testing

extension ReadingServer {
  /// Judges all records by rules that also reject those whose name contains a letter.
  func replay(rejecting letter: String) throws {
    let definitions = Self.definitions.replacing(
      "    - email", with: "    - email\n  name:\n    - pattern: '^[^\(letter)]*$'")
    _ = try recorder.apply(DefinitionSet(yaml: definitions))
    _ = try recorder.replay(ReplayRequest())
  }

  /// Purges a submission, and those that correct it or that it corrects.
  func purge(_ submission: Int) throws {
    var request = PurgeRequest(.submissions([Int64(submission)]), by: "ana", reason: "erasure")
    request.includesCorrections = true
    _ = try recorder.purge(request)
  }

  /// Retracts an import, and the corrections of its records.
  func retract(_ importID: Int) throws {
    var request = RetractionRequest(importID: Int64(importID), by: "ana", reason: "wrong file")
    request.includesDependents = true
    _ = try recorder.retract(request)
  }
}

extension ReadingClient.Response {
  /// The numbers of the records on a page of the feed, and the link to the next page.
  func page() throws -> (submissions: [Int], next: String?) {
    try #require(status == 200, "\(text)")
    let page = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let records = page?["value"] as? [[String: Any]] ?? []
    let next = (page?["@odata.nextLink"] as? String).flatMap { link in
      link.firstRange(of: "/odata/").map { String(link[$0.lowerBound...]) }
    }
    return (records.map { $0["_submission"] as? Int ?? 0 }, next)
  }
}
#endif
