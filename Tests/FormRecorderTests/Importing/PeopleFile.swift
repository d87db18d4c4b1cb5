import FormRecorder
import FormRecorderTestSupport

/// A form and files of its records.
enum PeopleFile {
  static let definitions = PeopleDefinitions.yaml(
    rules: """
      fields:
        id:
          - unique
          - range: {max: 100000}
        name:
          - length: {max: 5}
      limits:
        - rejected: {max: 50%}
      """)

  /// Records in which every tenth name is too long and every hundredth id is a duplicate.
  static func text(_ count: Int) -> String {
    var text = "id,name\n"
    for number in 1...count {
      let id = number % 100 == 0 ? 1 : number
      text += "\(id),\(number % 10 == 0 ? "much too long" : "nx")\n"
    }
    return text
  }
}

extension TemporaryStore {
  /// Runs an import and returns its report and notes.
  func importNoting(
    _ request: ImportRequest
  ) throws -> (report: ImportReport, notes: String) {
    var notes: [String] = []
    let report = try recorder.importFile(
      request,
      ImportCallbacks(note: { notes.append($0.remedies.isEmpty ? "\($0)" : "\($0) \($0.remedies)") }
      ))
    return (report, notes.joined(separator: "\n"))
  }
}
