#if Server
  import FormRecorder
  import FormRules
  import Foundation
  import HTTPTypes

  /// The correction of one submission, which is imported like a returned export with one record.
  struct SingleCorrection: Sendable {
    let submission: Int64
    /// The texts of the corrected fields by name.
    let cells: [(name: String, text: String)]
    /// The conditions. The path and the format are those of the record.
    var request = CorrectionRequest(path: "")

    init(of submission: Int64, _ cells: [(name: String, text: String)]) {
      self.submission = submission
      self.cells = cells
      request.input = InputOptions(delimiter: ",", encoding: "utf-8", format: "csv")
    }

    /// Stores the correction, unless it changes nothing.
    ///
    /// - Returns: The history of the latest correction.
    /// - Throws: A problem with status 409 if the recorder refuses the correction, for example
    ///   because the submission is closed.
    func store(_ recorder: Recorder) throws -> SubmissionHistory {
      var request = request
      request.path = "\(recorder.database)-correction-\(UUID().uuidString).csv"
      let file = FileTable([
        ["_submission"] + cells.map(\.name), [String(submission)] + cells.map(\.text),
      ])
      // Accessible only to the owner, because the values are personal data.
      guard
        FileManager.default.createFile(
          atPath: request.path, contents: Data(file.csv), attributes: [.posixPermissions: 0o600])
      else { throw Problem(.init(code: 507), "the correction cannot be stored") }
      defer { try? FileManager.default.removeItem(atPath: request.path) }
      let corrections = try recorder.importCorrections(request).corrections ?? CorrectionCounts()
      if let refused = corrections.refused.first?.reason {
        throw Problem(.conflict, refused.description, [.init("code", .string(refused.code))])
      }
      if let change = corrections.suspiciousChanges.first(where: { !$0.isAccepted }) {
        throw Problem(.conflict, "the change of column '\(change.column)' looks unintended")
      }
      let latest = try recorder.latestCorrection(of: submission) ?? submission
      return try recorder.history(of: latest, in: request.localization)
    }
  }
#endif
