import FormInput
import FormRules
import FormStore

extension CellFormat {
  /// The text formats of the typed cells of a sheet, chosen so that the fields of the form accept
  /// them. Each value gets the same verdict as in a CSV file in the form's own formats.
  static func formats(
    _ form: Form, header: [String], map: [MappedColumn]
  ) -> [CellFormat] {
    do throws(RecorderError) {
      var mapping = try ColumnMapping(form: form, mapped: map)
      try mapping.add(header: header)
      return mapping.columns.map { column in
        if let field = column.field.flatMap(form.fieldIndex) {
          return CellFormat(form.fields[field].type)
        }
        var format = CellFormat()
        // No rule concerns the column.
        format.requiresValues = false
        return format
      }
    } catch {
      // Opening the file throws the same error.
      return []
    }
  }

  init(_ type: FieldType) {
    self.init()
    notation = { type.text(ofConstant: $0) }
    switch type {
    case .date: dates = .date
    case .datetime: dates = .dateTime
    case .time: dates = .time
    case .decimal(let format):
      point = format.pointByte
      (negativePrefix, negativeSuffix) = format.negativeAffixes
    case .boolean(let words):
      if words.yes != FieldType.BooleanWords().yes { yes = words.yes.first ?? yes }
      if words.no != FieldType.BooleanWords().no { no = words.no.first ?? no }
    case .text, .integer, .number, .list, .file: break
    }
  }
}
