import FormRules
import FormStore

/// The version of a source's definition that an import uses.
package struct SourceVersion: Sendable {
  let source: Source
  /// The version's number, or nil if the definition is not stored.
  let number: Int?

  /// The name and the version, such as `north@3`.
  package var title: String { source.name + (number.map { "@\($0)" } ?? "") }
}

extension SourceVersion {
  /// The version of the source that an import used, or nil if it used none.
  ///
  /// - Parameter current: The version of a request, which is newer if the import was known.
  init?(
    ofImport importID: Int64, _ current: SourceVersion?, in store: Store
  ) throws {
    guard let title = try store.option("source", ofImport: importID) else { return nil }
    if let current, title == current.title {
      self = current
      return
    }
    guard let reference = VersionReference(title),
      let stored = try store.version(
        of: .source, named: reference.name, number: reference.number)
    else { return nil }
    self.init(source: try stored.source(), number: stored.number)
  }
}
