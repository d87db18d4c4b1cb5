#if Server
import FormRecorder
import HTTPTypes

extension Recorder {
  /// - Throws: A problem with status 404 if the form has no such submission.
  func requireSubmission(_ id: Int64, of form: String) throws {
    guard try self.form(ofSubmission: id) == form else {
      throw Problem(.notFound, "form \(form) has no submission \(id)")
    }
  }
}
#endif
