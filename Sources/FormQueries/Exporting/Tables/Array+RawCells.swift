import FormBytes
import FormInput
import FormRules

extension [UInt8] {
  /// Appends a JSON object with cells of a record, in the notation of NDJSON exports; nothing if
  /// all of them are missing.
  ///
  /// - Parameter columns: The columns; nil means all cells, for a malformed record.
  mutating func append(
    _ columns: [Int]?, _ cells: ArraySlice<Cell>, in bytes: Span<UInt8>, source: TableMapping
  ) {
    for column in columns ?? Array<Int>(cells.indices.map { $0 - cells.startIndex }) {
      guard column < cells.count else { continue }
      let cell = cells[cells.startIndex + column]
      if cell.kind == .missing { continue }
      append(UInt8(ascii: isEmpty ? "{" : ","))
      appendJSONString(source.name(column).utf8.span)
      append(UInt8(ascii: ":"))
      let text = bytes.extracting(Int(cell.start)..<Int(cell.end))
      if cell.count > 0, source.masks(column, ofMalformed: columns == nil) {
        appendJSONString(DisplayColumns.mask.utf8.span)
      } else if columns == nil {
        // A malformed record need not be UTF-8.
        appendJSONString(String(decoding: text.indices.map { text[$0] }, as: UTF8.self).utf8.span)
      } else if cell.kind == .string {
        appendJSONString(text)
      } else {
        append(text)
      }
    }
    if !isEmpty { append(UInt8(ascii: "}")) }
  }
}
