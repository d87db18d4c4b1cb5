import FormInput
import FormRules
import FormStore

extension CellFormat {
  /// The text formats of the typed cells of a sheet, chosen so that the fields of the form accept
  /// them. Each value gets the same verdict as in a CSV file in the form's own formats.
  static func formats(
    _ form: Form, header: [String], map: [(column: String, field: String)]
  ) -> [CellFormat] {
    guard var mapping = try? ColumnMapping(form: form, mapped: map) else { return [] }
    do throws(RecorderError) {
      try mapping.add(header: header)
    } catch {
      // Opening the file throws the same error.
      return []
    }
    return mapping.columns.map { column in
      column.field.flatMap(form.fieldIndex).map { CellFormat(form.fields[$0].type) } ?? CellFormat()
    }
  }

  init(_ type: FieldType) {
    self.init()
    switch type {
    case .date(let formats): dates = .date(pattern: formats.first?.pattern)
    case .datetime(let formats): dates = .dateTime(pattern: formats.first?.pattern)
    case .time(let formats): dates = .time(pattern: formats.first?.pattern)
    case .decimal(let format): point = format.point.utf8.first ?? point
    case .boolean(let words):
      if words.yes != FieldType.BooleanWords().yes { yes = words.yes.first ?? yes }
      if words.no != FieldType.BooleanWords().no { no = words.no.first ?? no }
    case .text, .integer, .number, .list, .file: break
    }
  }
}
