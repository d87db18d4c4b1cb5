import FormRules
import FormStore

/// The columns of a file of submissions: those of the imports in it, then those that an export adds.
///
/// Imports with different columns share a file: its columns are theirs in the order of first appearance. A
/// column that fills a field is the same whatever its header; others are the same by header. The columns
/// that an earlier export added are left out, unless every byte is asked for.
struct ExportColumns {
  private(set) var headers: [String] = []
  /// For each layout and column of the file the column of the import, or nil.
  private(set) var columns: [[Int?]] = []
  /// How many columns each layout has.
  let widths: [Int]

  init(_ layouts: [ShownColumns], isRaw: Bool) {
    widths = layouts.map(\.columns.count)
    var places: [Key: Int] = [:]
    var found: [[Int: Int]] = []
    for layout in layouts {
      var columnAt: [Int: Int] = [:]
      for (index, column) in layout.columns.enumerated() {
        if !isRaw, column.field == nil, CorrectionFile.ownHeaders.contains(column.header) {
          continue
        }
        let key = Key(isField: column.field != nil, name: Array(layout.names[index].utf8))
        let place = places[key] ?? headers.count
        if place == headers.count {
          places[key] = place
          headers.append(column.header)
        }
        columnAt[place] = index
      }
      found.append(columnAt)
    }
    columns = found.map { columnAt in headers.indices.map { columnAt[$0] } }
  }

  private struct Key: Hashable {
    var isField: Bool
    /// Bytes: Swift takes different texts that look alike as equal.
    var name: [UInt8]
  }
}

extension ExportedSubmission {
  /// Its errors, or its warnings and notes, in words.
  func words(rejecting: Bool) -> String {
    if errors.isEmpty { return "" }
    return errors.filter { $0.severity.rejects == rejecting }.map { "\($0.rule): \($0.message)" }
      .joined(separator: "; ")
  }
}
