import FormRules
import FormStore
import Foundation

extension Recorder {
  /// At most so many submissions are found by a field's value.
  private static let maximumFound = 100

  /// The submissions that came from a line of files of that name; of several imports of it the last
  /// ones first.
  ///
  /// Costs a look at each submission of these imports.
  ///
  /// - Parameters:
  ///   - file: its name, with or without folders.
  ///   - line: any line of a record, from 1.
  /// - Throws: when no file of that name was imported, or no record stands there.
  public func submissions(ofFile file: String, line: Int) throws(RecorderError) -> [Int64] {
    let name = URL(fileURLWithPath: file).lastPathComponent
    let store = try storeForReading()
    return try explaining {
      let imports = try store.importOrigins().values.filter { $0.fileName == name }
        .map(\.importID).sorted(by: >)
      guard !imports.isEmpty else {
        throw RecorderError(.failed, "no file '\(name.shown)' was imported")
      }
      let found = try imports.compactMap { try store.submission(ofImport: $0, line: line) }
      guard !found.isEmpty else {
        throw RecorderError(.failed, "no record of '\(name.shown)' stands in line \(line)")
      }
      return found
    }
  }

  /// The submissions of a form in which a field has a value, as it came, the last ones first; at most
  /// a hundred.
  ///
  /// Costs a look at each submission of the form.
  ///
  /// - Throws: when there is no such form or field, or no submission has the value.
  public func submissions(
    form: String?, field: String, value: String
  ) throws(RecorderError) -> [Int64] {
    let store = try storeForReading()
    let version = try resolve(form.flatMap { VersionReference($0) }, in: store)
    let known = try version.form().fields.map(\.name)
    guard known.contains(field) else {
      throw RecorderError(
        .failed, DefinitionError.unknown("field", field, known: known, at: .none).message)
    }
    return try explaining {
      let found = try store.submissions(
        form: version.definition, field: field, value: value, limit: Self.maximumFound)
      guard !found.isEmpty else {
        // The value stays out of the message: it may be personal.
        throw RecorderError(.failed, "no submission of form '\(version.name)' has that \(field)")
      }
      return found
    }
  }
}
