import FormBytes
import FormInput
import FormRules

extension RecordBatch {
  /// Masks payment card numbers in some columns and, in records that could not be parsed, anywhere.
  mutating func maskCards(columns: [Int]) {
    for record in records {
      guard !record.isFaulty else {
        MaskedCard.maskNumbers(&bytes, Int(record.rawStart)..<Int(record.rawEnd))
        for cell in cells(of: record) where cell.kind != .missing {
          MaskedCard.maskNumbers(&bytes, Int(cell.start)..<Int(cell.end))
        }
        continue
      }
      for column in columns where column < Int(record.cellCount) {
        let index = Int(record.firstCell) + column
        let cell = cells[index]
        guard cell.kind != .missing,
          MaskedCard.mask(&bytes, Int(cell.start)..<Int(cell.end)), cell.kind == .number
        else { continue }
        // A cell with asterisks is no longer a number.
        cells[index].kind = .string
      }
    }
  }
}
