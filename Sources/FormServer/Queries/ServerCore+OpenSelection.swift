#if Server
import FormRecorder
import HTTPTypes

extension ServerCore {
  /// The open submissions that a query selects. If it selects an import, they include the last
  /// corrections of its records. A link selects its import.
  ///
  /// - Throws: A problem with status 403 if a link is limited to another import, or if its query
  ///   filters by assignee, source or batch label.
  func openSelection(
    ofForm form: String, _ context: ServerContext
  ) async throws -> SubmissionSelection {
    var selection = try context.query.selection(ofForm: form)
    if let linked = context.caller.importID {
      guard selection.importID ?? linked == linked else {
        throw Problem(.forbidden, "the link is limited to import \(linked)")
      }
      guard selection.assignee == nil, selection.source == nil, selection.batchLabel == nil else {
        throw Problem(.forbidden, "a link does not show assignees, sources and batches")
      }
      selection.importID = linked
    }
    guard let importID = selection.importID else { return selection }
    selection.submissions = try await performWithoutTimeout(for: context.connection) {
      recorder, _ in
      try recorder.openSubmissions(ofImport: importID)
    }
    selection.importID = nil
    return selection
  }
}
#endif
