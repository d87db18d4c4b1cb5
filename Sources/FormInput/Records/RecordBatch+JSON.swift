import FormBytes

extension RecordBatch {
  /// Appends a record's cells, all of them or those of some columns, as stored JSON; see
  /// `Array.appendCellsJSON`.
  ///
  /// `record` is an index into `records`. Allocates only if `output` must grow.
  package func appendCellsJSON(of record: Int, to output: inout [UInt8]) {
    let record = records[record]
    output.appendCellsJSON(
      cells.span.extracting(
        Int(record.firstCell)..<Int(record.firstCell) + Int(record.cellCount)),
      in: bytes.span, isUTF8: !record.isFaulty)
  }

  /// Appends the cells of some columns only, in the order of `columns`.
  package func appendCellsJSON(of record: Int, columns: [Int], to output: inout [UInt8]) {
    let cells = cells(of: records[record])
    output.append(UInt8(ascii: "["))
    for (index, column) in columns.enumerated() where column < cells.count {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      let cell = cells[cells.startIndex + column]
      output.appendCellJSON(content(of: cell), cell.kind)
    }
    output.append(UInt8(ascii: "]"))
  }
}
