import FormBytes
import FormInput
import FormRules
import FormStore

/// Finds the submissions whose cells have certain values, in imports with the same columns.
///
/// A cell matches a value if both have the same bytes. They also match if they are the same number,
/// date, time, boolean or trimmed text by the type of the field in any version of the form.
final class CellSearch {
  /// A column that is compared with a condition's value, by a type.
  private struct Probe {
    var condition: Int
    var column: Int
  }

  private let values: [[UInt8]]
  private let columns: [[Int]]
  private let probes: [Probe]
  private var typed: TypedRecords
  /// For each probe, the condition's value by the type, and its text, trimmed if the field is
  /// trimmed.
  private var wanted: [(value: Value, text: [UInt8])] = []

  /// Returns nil if the imports have no column for one of the conditions.
  init?(
    _ conditions: [RecordSearch.Condition], _ fields: SearchedFields,
    layout: [ImportColumn]
  ) throws {
    columns = fields.columns(of: layout)
    guard !columns.contains(where: \.isEmpty) else { return nil }
    values = conditions.map { Array($0.value.utf8) }
    var probes: [Probe] = []
    var probed: [Field] = []
    for condition in conditions.indices {
      for type in fields.types(ofCondition: condition) {
        for column in columns[condition] {
          probed.append(Field(name: "field \(probes.count)", type: type.type, trim: type.trim))
          probes.append(Probe(condition: condition, column: column))
        }
      }
    }
    // A form requires at least one field, even if no version names the columns.
    if probed.isEmpty { probed = [Field(name: "field", type: .text)] }
    self.probes = probes
    typed = try TypedRecords(Form(name: "search", fields: probed))
    var sought = RecordBatch()
    let texts = probes.map { JSON.string(conditions[$0.condition].value) }
    try StoredCells.append(Array(JSON.array(texts).text.utf8).span, to: &sought)
    read(sought, Array(probes.indices))
    wanted = probes.indices.map { probe in
      let cell = typed.cells(ofField: probe)
      let value = typed.values(ofField: probe)
      return (
        value[value.startIndex],
        Array(sought.bytes[Int(cell[cell.startIndex].start)..<Int(cell[cell.startIndex].end)])
      )
    }
  }

  private func read(_ records: RecordBatch, _ columns: [Int]) {
    typed.read(records, columns.isEmpty ? [nil] : columns)
  }

  /// The submissions of a batch that match all values. Malformed ones are skipped.
  func matches(_ parsed: ParsedBatch) -> [Int64] {
    let records = parsed.records
    read(records, probes.map(\.column))
    return parsed.judgedIDs.indices.filter { record in
      values.indices.allSatisfy {
        hasText(record, condition: $0, records: records)
          || hasValue(record, condition: $0, records: records)
      }
    }.map { parsed.judgedIDs[$0] }
  }

  private func hasText(_ record: Int, condition: Int, records: RecordBatch) -> Bool {
    let cells = records.cells(of: records.records[record])
    return columns[condition].contains { column in
      guard column < cells.count else { return false }
      let cell = cells[cells.startIndex + column]
      return cell.kind != .missing && records.content(of: cell).isEqual(to: values[condition])
    }
  }

  private func hasValue(_ record: Int, condition: Int, records: RecordBatch) -> Bool {
    probes.indices.contains { probe in
      guard probes[probe].condition == condition else { return false }
      let values = typed.values(ofField: probe)
      let value = values[values.startIndex + record]
      switch value {
      case .missing, .empty, .invalid: return false
      case .text, .list, .file:
        let cells = typed.cells(ofField: probe)
        return records.content(of: cells[cells.startIndex + record])
          .isEqual(to: wanted[probe].text)
      case .integer, .decimal, .number, .boolean, .date, .time, .datetime:
        return value.isSame(as: wanted[probe].value)
      }
    }
  }
}
