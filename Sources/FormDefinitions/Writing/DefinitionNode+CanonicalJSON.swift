import FormRules

extension DefinitionNode {
  /// The node as JSON on one line: keys sorted by their bytes, and all scalars as strings except
  /// null. Escapes only the characters for which JSON requires it.
  ///
  /// Equal nodes have equal bytes.
  var canonicalJSON: String { textJSON(isSorted: true).text(hasShortEscapes: false) }

  /// Returns the node as JSON in which all scalars are texts.
  func textJSON(isSorted: Bool = false) -> JSON {
    switch content {
    case .scalar(let text, _): isNull ? .null : .string(text)
    case .sequence(let items): .array(items.map { $0.textJSON(isSorted: isSorted) })
    case .mapping(let entries):
      .object(
        (isSorted ? entries.sorted(by: Entry.isBefore) : entries).map {
          .init($0.key, $0.value.textJSON(isSorted: isSorted))
        })
    }
  }
}
