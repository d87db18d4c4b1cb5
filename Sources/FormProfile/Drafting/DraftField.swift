import FormBytes
package import FormRules

/// A field of a draft.
package struct DraftField: Sendable {
  package var field: Field
  /// The evidence for the field, written as comments.
  package var evidence: [String]

  /// The id of the rule that the attribute `required` defines.
  package var requiredID: String { "\(field.name).required" }

  init(_ column: ColumnAnalysis, name: String, header: String?, showsValues: Bool) {
    field = Field(
      name: name, type: column.type.type, required: column.isRequired, trim: column.trims)
    field.header = header
    field.sensitive = column.isMasked
    if !column.missingWords.isEmpty { field.missing = column.missingWords }
    let statistics = column.statistics
    var words: [String] = []
    if column.blank == column.records {
      words.append("no values")
    } else {
      words.append(
        column.blank == 0
          ? "all filled"
          : "\(column.filled.percentage) filled")
      let about = statistics.values.isExact ? "" : "about "
      words.append("\(about)\(statistics.distinct.grouped) distinct")
      if column.type.type == .text, statistics.texts.longest.scalars > 0 {
        let (least, most) = (statistics.texts.shortest.scalars, statistics.texts.longest.scalars)
        let lengths = least == most ? "\(most)" : "\(least) to \(most)"
        words.append("\(lengths) \("character".inflected(for: most))")
      } else if showsValues, !column.isMasked, column.type.type.isNumeric,
        let low = column.numbers.smallest.first,
        let high = column.numbers.largest.first
      {
        words.append("\(low.text) to \(high.text)")
      }
    }
    evidence = [words.joined(separator: ", ")]
  }
}
