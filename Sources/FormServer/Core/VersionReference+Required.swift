#if Server
import FormRecorder
import HTTPTypes

extension VersionReference {
  /// - Throws: A problem with status 400 if the text is not a reference.
  static func required(_ text: String) throws(Problem) -> VersionReference {
    guard let reference = VersionReference(text) else {
      throw Problem(.badRequest, "a form or rule set must be written NAME or NAME@VERSION")
    }
    return reference
  }
}
#endif
