import FormBytes
import FormInput
import FormRules
import FormStore

/// The cells of a stored submission.
struct SubmissionCells {
  let id: Int64
  private(set) var batch = RecordBatch()

  /// - Parameter stored: The cells as a JSON array.
  init(_ id: Int64, _ stored: [UInt8]) throws(RecorderError) {
    self.id = id
    try batch.appendCells(stored.span, of: id)
  }

  var cells: ArraySlice<Cell> { batch.cells[...] }

  /// The content of a cell, which is empty if it is missing or beyond the columns of the import.
  func content(_ position: Int?, of origin: CorrectedImport) -> ArraySlice<UInt8> {
    guard let position, position < min(origin.width, cells.count) else { return [] }
    return batch.bytes[cells[cells.startIndex + position].range]
  }

  /// The cells of a malformed record beyond its columns, as an export shows them.
  func rest(of origin: CorrectedImport) -> [UInt8] { batch.rest(cells.dropFirst(origin.width)) }

  /// Whether the text of a malformed record has content that its cells lack, because the reader
  /// could not split it.
  func isUnsplit(_ stored: CorrectableSubmission) -> Bool {
    guard stored.raw?.isEmpty == false else { return false }
    return switch stored.fault {
    case .strayQuote, .unterminatedQuote, .tooLong: true
    // JSON that cannot be parsed has no cells.
    default: cells.isEmpty
    }
  }

  /// Appends the cells with changes as a JSON array, in the format of stored submissions. A
  /// malformed record loses the cells beyond its import's columns. A JSON number or array
  /// stays one if the new text is one too.
  ///
  /// - Parameters:
  ///   - changes: The new texts by position.
  ///   - lists: The positions at which a JSON array is a list, whatever the cell was.
  ///   - originalWidth: The number of columns of the submission's import.
  ///   - width: The number of columns of the correction.
  func append(
    changing changes: [Int: [UInt8]], lists: Set<Int>, originalWidth: Int, width: Int,
    to json: inout [UInt8]
  ) {
    json.append(UInt8(ascii: "["))
    for position in 0..<width {
      if position > 0 { json.append(UInt8(ascii: ",")) }
      let known =
        position < min(originalWidth, cells.count) ? cells[cells.startIndex + position] : .missing
      if let value = changes[position] {
        let kind = lists.contains(position) ? .array : known.kind
        let isKept = [.number, .array].contains(kind) && value.span.isJSON(kind)
        json.appendCellJSON(value.span, isKept ? kind : .string)
      } else {
        json.appendCellJSON(batch.content(of: known), known.kind)
      }
    }
    json.append(UInt8(ascii: "]"))
  }
}
