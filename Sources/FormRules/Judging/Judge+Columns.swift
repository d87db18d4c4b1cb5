extension Judge {
  /// Reads a column's cells by the field's type. The type is looked at once a column; the usual ones
  /// have a loop of their own.
  mutating func readColumn(_ index: Int, _ batch: inout JudgedBatch, _ bytes: Span<UInt8>) {
    let type = plan.fields[index].field.type
    switch type {
    case .text:
      readColumn(index, &batch, bytes) { _ in .text }
    case .integer:
      readColumn(index, &batch, bytes) { text throws(FieldType.Mismatch) in
        try FieldType.readInteger(text)
      }
    case .date(formats: []):
      readColumn(index, &batch, bytes) { text throws(FieldType.Mismatch) in
        try FieldType.readDate(text)
      }
    case .decimal(let format):
      readColumn(index, &batch, bytes) { text throws(FieldType.Mismatch) in
        .decimal(try format.read(text))
      }
    default:
      readColumn(index, &batch, bytes) { text throws(FieldType.Mismatch) in try type.read(text) }
    }
  }

  @inline(__always)
  private mutating func readColumn(
    _ index: Int, _ batch: inout JudgedBatch, _ bytes: Span<UInt8>,
    _ read: (Span<UInt8>) throws(FieldType.Mismatch) -> Value
  ) {
    let column = plan.fields[index]
    let (fieldCount, count) = (plan.fields.count, batch.count)
    let (trims, usesNeeds) = (column.field.trim, plan.usesNeeds)
    let hasMissingWords = !column.missing.isEmpty
    var at = index
    for record in 0..<count {
      var cell = batch.cells[at]
      if trims, cell.kind == .string {
        let inner = bytes.extracting(cell.range).trimmedRange
        cell.end = cell.start + UInt32(inner.upperBound)
        cell.start += UInt32(inner.lowerBound)
        batch.cells[at] = cell
      }
      var value = Value.missing
      if cell.kind == .missing {
        value = .missing
      } else if cell.start == cell.end {
        value = .empty
      } else if !hasMissingWords || !column.isMissing(bytes.extracting(cell.range)) {
        do throws(FieldType.Mismatch) {
          if cell.kind == .array || cell.kind == .object {
            value = try column.field.type.read(bytes.extracting(cell.range), kind: cell.kind)
          } else {
            value = try read(bytes.extracting(cell.range))
          }
        } catch {
          value = .invalid
          fail(record, column.type, Failure(error.code))
        }
      }
      values[at] = value
      if let required = column.required, value.isBlank {
        fail(record, required, Failure("required"))
      }
      if usesNeeds, value.isPresent {
        passed[record * plan.rules.count + column.type] = true
        if let required = column.required { passed[record * plan.rules.count + required] = true }
      }
      at &+= fieldCount
    }
  }
}
