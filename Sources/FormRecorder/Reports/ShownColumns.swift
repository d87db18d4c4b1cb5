package import FormBytes
import FormInput
import FormRules
package import FormStore

/// The columns of an import as reports and exports show them.
package struct ShownColumns: Sendable {
  /// What stands for a value that is not shown.
  package static let mask = "•••"
  /// The same in files whose encoding may lack these dots.
  static let plainMask = "···"

  /// The columns, in order.
  package let columns: [PreparedBatch.Column]
  /// What each is called: the field that it fills, else its header; no two alike.
  package let names: [String]
  /// Whether each is masked.
  package let isMasked: [Bool]
  /// Whether all of a malformed record is masked.
  package let masksMalformed: Bool
  /// Each name as the key of a JSON object, with its colon.
  private let keys: [[UInt8]]

  package init(_ columns: [PreparedBatch.Column], _ masks: ColumnMasks) {
    self.columns = columns
    var seen: Set<[UInt8]> = []
    names = columns.enumerated().map { index, column in
      let name = column.field ?? column.header
      // By bytes: text that only looks alike is not the same.
      if !name.isEmpty, seen.insert(Array(name.utf8)).inserted { return name }
      return "column \(index + 1)"
    }
    isMasked = masks.masks(columns)
    masksMalformed = masks.masksMalformed
    keys = names.map { Array(JSON.string($0).text.utf8) + [UInt8(ascii: ":")] }
  }

  /// Appends the name of a cell as the key of a JSON object, with its colon.
  func appendKey(_ index: Int, to output: inout [UInt8]) {
    if index < keys.count { return output.append(contentsOf: keys[index]) }
    JSON.write(name(index), to: &output)
    output.append(UInt8(ascii: ":"))
  }

  /// The name of a cell by its place; a malformed record may have more cells than columns.
  package func name(_ index: Int) -> String {
    index < names.count ? names[index] : "column \(index + 1)"
  }

  /// Whether a cell is masked. An empty one has nothing to hide.
  package func masks(_ index: Int, _ cell: Cell, ofMalformed isMalformed: Bool) -> Bool {
    if cell.kind == .missing || cell.count == 0 { return false }
    return isMalformed ? masksMalformed : index < isMasked.count && isMasked[index]
  }
}
