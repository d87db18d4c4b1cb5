package import FormBytes
import FormInput

extension RecordBatch {
  /// Collects the cells of well-formed records in the order of a form's fields, and the positions
  /// of these records.
  ///
  /// - Parameter columns: The column of each field, or nil.
  package func collectCells(
    _ columns: [Int?], into collected: inout [Cell], _ judged: inout [Int32]
  ) {
    collected.removeAll(keepingCapacity: true)
    judged.removeAll(keepingCapacity: true)
    let width = columns.count
    let areInOrder = width > 0 && columns.enumerated().allSatisfy { $0.element == $0.offset }
    var index = 0
    while index < records.count {
      let record = records[index]
      if areInOrder, let end = endOfRun(from: index, width) {
        // Most files have the form's columns in order, so the cells of many records are copied at
        // once.
        let first = Int(record.firstCell)
        collected.append(contentsOf: cells[first..<first &+ (end &- index) &* width])
        judged.append(contentsOf: Int32(truncatingIfNeeded: index)..<Int32(truncatingIfNeeded: end))
        index = end
        continue
      }
      defer { index += 1 }
      if record.isFaulty { continue }
      judged.append(Int32(truncatingIfNeeded: index))
      for column in columns {
        guard let column, column < Int(record.cellCount) else {
          collected.append(.missing)
          continue
        }
        collected.append(cells[Int(record.firstCell) &+ column])
      }
    }
  }

  /// The end of the run of well-formed records from `start` that have `width` contiguous cells
  /// each, or nil if the first record is none.
  private func endOfRun(from start: Int, _ width: Int) -> Int? {
    var end = start
    var cell = Int(records[start].firstCell)
    while end < records.count {
      let record = records[end]
      guard !record.isFaulty, Int(record.cellCount) == width, Int(record.firstCell) == cell else {
        break
      }
      cell &+= width
      end &+= 1
    }
    return end > start ? end : nil
  }
}
