import FormStore

/// Cells that many rows of a batch share.
struct ImportCells {
  var accepted = TableCell.null
  var rejected = TableCell.null
  var current = TableCell.null
  var source = TableCell.null
  var batchLabel = TableCell.null
  var file = TableCell.null
  private var importID: Int64?

  mutating func change(
    to importID: Int64, _ origins: [Int64: ImportOrigin], _ rows: inout TableRows
  ) {
    if self.importID == importID { return }
    self.importID = importID
    let origin = origins[importID]
    accepted = rows.text("accepted")
    rejected = rows.text("rejected")
    current = rows.text(SubmissionState.current.rawValue)
    source = rows.text(origin?.source)
    batchLabel = rows.text(origin?.batchLabel)
    file = rows.text(origin?.fileName)
  }
}
