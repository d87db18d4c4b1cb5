import FormBytes
import FormInput
import FormRules

extension [UInt8] {
  /// Appends an object with cells of a record, as NDJSON exports show them; nothing if all of them are
  /// missing.
  ///
  /// - Parameter columns: which cells; nil means all, those of a malformed record.
  mutating func append(
    _ columns: [Int]?, _ cells: ArraySlice<Cell>, in bytes: Span<UInt8>, _ source: TableSource
  ) {
    for column in columns ?? Array<Int>(cells.indices.map { $0 - cells.startIndex }) {
      guard column < cells.count else { continue }
      let cell = cells[cells.startIndex + column]
      if cell.kind == .missing { continue }
      append(UInt8(ascii: isEmpty ? "{" : ","))
      JSON.write(source.name(column), to: &self)
      append(UInt8(ascii: ":"))
      let text = bytes.extracting(Int(cell.start)..<Int(cell.end))
      if cell.count > 0, source.masks(column, ofMalformed: columns == nil) {
        JSON.write(ShownColumns.mask, to: &self)
      } else if columns == nil {
        // Perhaps no UTF-8.
        JSON.write(String(decoding: text.indices.map { text[$0] }, as: UTF8.self), to: &self)
      } else if cell.kind == .string {
        appendJSONString(text)
      } else {
        append(text)
      }
    }
    if !isEmpty { append(UInt8(ascii: "}")) }
  }
}
