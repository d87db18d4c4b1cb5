import FormBytes
import FormInput
import FormRules

/// The notation of decimal numbers in a delimited file whose sender writes them in another way than
/// the fields of the form.
///
/// Like the typed cells of a workbook, the numbers are stored in the notation of their fields.
struct DecimalNotation: Sendable {
  private let notation: FieldType
  /// The characters of the notation that numbers of a field need not have.
  private let marks: Set<UInt8>
  private let columns: [(index: Int, type: FieldType)]
  /// The number of texts that are not in the notation, although they have a digit.
  private var others = 0

  /// Returns nil if there is nothing to rewrite.
  init?(
    _ format: FieldType.DecimalFormat?, _ mapping: ColumnMapping, of fileFormat: RecordFormat
  ) {
    guard let format, fileFormat == .csv || fileFormat == .tsv else { return nil }
    notation = .decimal(format)
    marks = Set((format.point + format.group.joined()).utf8)
    columns = zip(mapping.form.fields, mapping.columnOfField).compactMap { field, column in
      switch field.type {
      case .decimal, .integer, .number: column.map { ($0, field.type) }
      default: nil
      }
    }
  }

  /// Rewrites the numbers of a batch.
  mutating func rewrite(_ records: inout RecordBatch) {
    for record in records.records where !record.isFaulty {
      for column in columns where column.index < Int(record.cellCount) {
        let index = Int(record.firstCell) + column.index
        let text = records.bytes[records.cells[index].range]
        guard text.contains(where: marks.contains) else { continue }
        guard
          let number = notation.rewritten(String(decoding: text, as: UTF8.self), as: column.type)
        else {
          if text.contains(where: \.isASCIIDigit) { others += 1 }
          continue
        }
        let start = UInt32(records.bytes.count)
        records.bytes += number.utf8
        records.cells[index] = Cell(
          start: start, end: UInt32(records.bytes.count), kind: .string, isPlain: true)
      }
    }
  }

  /// Notes for the user.
  var notes: [String] {
    others == 0
      ? [] : ["\(others.counted("number")) not in the notation of the source; stored as received"]
  }
}
