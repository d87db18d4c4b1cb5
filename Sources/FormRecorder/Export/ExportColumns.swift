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
  ///
  /// - Parameter isWhole: whether all of them are wanted; else as many as fit into a cell.
  func words(rejecting: Bool, isWhole: Bool = false) -> String {
    if errors.isEmpty { return "" }
    let chosen = errors.lazy.filter { $0.severity.rejects == rejecting }
    return ErrorWords.joined(
      chosen, separator: "; ", maximum: isWhole ? .max : ErrorWords.maximumText)
  }
}

/// Errors as the text of one cell or comment.
enum ErrorWords {
  /// Spreadsheets take 32,767 UTF-16 units a cell, and break longer ones of a CSV file apart.
  static let maximumText = 32_000

  /// Errors one behind the other, as far as there is room, and behind them in parentheses how many are
  /// left out.
  static func joined(
    _ errors: some Sequence<ReportedError>, separator: String, maximum: Int
  ) -> String {
    var text = ""
    var (length, leftOut) = (0, 0)
    for error in errors {
      let words = "\(error.rule): \(error.message)"
      length += words.utf16.count + separator.utf16.count
      // What does not fit is only counted.
      if leftOut > 0 || length > maximum {
        leftOut += 1
      } else {
        if !text.isEmpty { text += separator }
        text += words
      }
    }
    return leftOut == 0 ? text : text + (text.isEmpty ? "" : separator) + "… (+\(leftOut))"
  }
}
