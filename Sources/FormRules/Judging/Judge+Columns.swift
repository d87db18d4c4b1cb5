import FormBytes

extension Judge {
  /// Reads a column's cells by the field's type and stores them and their values by column. The
  /// type is examined once per column; common types have specialized loops.
  mutating func readColumn(_ index: Int, _ cells: Span<Cell>, bytes: Span<UInt8>) {
    let type = plan.fields[index].field.type
    switch type {
    case .text:
      readColumn(index, cells, bytes: bytes) { _ in .text }
    case .integer:
      readColumn(index, cells, bytes: bytes) { text throws(FieldType.Mismatch) in
        try FieldType.readInteger(text)
      }
    case .date(formats: []):
      readColumn(index, cells, bytes: bytes) { text throws(FieldType.Mismatch) in
        try FieldType.readDate(text)
      }
    case .decimal(let format) where format.isPlain:
      let point = format.pointByte
      readColumn(index, cells, bytes: bytes) { text throws(FieldType.Mismatch) in
        .decimal(try format.readPlain(text, point: point))
      }
    case .decimal, .number, .boolean, .date, .time, .datetime, .list, .file:
      readColumn(index, cells, bytes: bytes) { text throws(FieldType.Mismatch) in
        try type.read(text)
      }
    }
  }

  @inline(__always)
  private mutating func readColumn(
    _ index: Int, _ cells: Span<Cell>, bytes: Span<UInt8>,
    read: (Span<UInt8>) throws(FieldType.Mismatch) -> Value
  ) {
    let field = plan.fields[index]
    let reading = field.read(
      cells, column: index, height: state.height, bytes, cells: &state.cells,
      values: &state.values, present: &state.present, read: read)
    state.presentCounts[index] = reading.presentCount
    for mismatch in reading.mismatches {
      fail(mismatch.record, rule: field.typeRule, failure: mismatch.failure)
    }
    if let required = field.requiredRule {
      let failure = Failure(plan.rules[required].defaultCode)
      for record in reading.blanks { fail(record, rule: required, failure: failure) }
    }
    guard state.passed.areUsed else { return }
    for record in 0..<state.height {
      let value = state.values[index * state.height + record]
      state.passed[record, field.typeRule] = value.isPresent
      if let required = field.requiredRule { state.passed[record, required] = !value.isBlank }
    }
  }
}

/// The records of a column by their values.
private struct ColumnReading {
  /// The records whose text does not have the field's type.
  let mismatches: [ColumnFailure]
  /// The records without a value.
  let blanks: [Int]
  /// The number of records with a value of the type.
  let presentCount: Int
}

extension PlanField {
  /// Reads a column.
  ///
  /// - Parameters:
  ///   - source: All cells of the batch, record by record.
  ///   - index: The field's position in each record.
  ///   - cells: Receives the field's cells, trimmed if the field requires it, by column.
  ///   - values: Receives their values, by column.
  ///   - present: Receives the records with a value of the type, by column.
  ///   - read: Reads a text by the field's type.
  @inline(__always)
  fileprivate func read(
    _ source: Span<Cell>, column index: Int, height: Int, _ bytes: Span<UInt8>,
    cells: inout [Cell], values: inout [Value], present: inout [Int32],
    read: (Span<UInt8>) throws(FieldType.Mismatch) -> Value
  ) -> ColumnReading {
    let (trims, hasMissingWords, emptyValue) = (field.trim, !missing.isEmpty, emptyValue)
    let isList = field.type.kind == .list
    let width = height == 0 ? 0 : source.count / height
    var mismatches: [ColumnFailure] = []
    var blanks: [Int] = []
    var cells = cells.mutableSpan
    var values = values.mutableSpan
    var present = present.mutableSpan
    let first = index &* height
    var next = first
    for record in 0..<height {
      var cell = source[record &* width &+ index]
      if trims, cell.kind == .string {
        let inner = bytes.extracting(cell.range).trimmedRange
        cell.end = cell.start + UInt32(inner.upperBound)
        cell.start += UInt32(inner.lowerBound)
      }
      var value = Value.missing
      if cell.kind == .missing {
        blanks.append(record)
      } else if cell.start == cell.end {
        value = emptyValue
        blanks.append(record)
      } else if cell.kind == .array, isList, JSONItems.isEmpty(bytes.extracting(cell.range)) {
        // Rules read an empty text, which is no array.
        (value, cell.kind, cell.end) = (emptyValue, .string, cell.start)
        blanks.append(record)
      } else if hasMissingWords, isMissing(bytes.extracting(cell.range)) {
        blanks.append(record)
      } else {
        do throws(FieldType.Mismatch) {
          if cell.kind == .array || cell.kind == .object {
            value = try field.type.read(bytes.extracting(cell.range), kind: cell.kind)
          } else {
            value = try read(bytes.extracting(cell.range))
          }
          present[next] = Int32(truncatingIfNeeded: record)
          next &+= 1
        } catch {
          value = .invalid
          mismatches.append(ColumnFailure(record, Failure(error.code)))
        }
      }
      cells[first &+ record] = cell
      values[first &+ record] = value
    }
    return ColumnReading(mismatches: mismatches, blanks: blanks, presentCount: next - first)
  }
}
