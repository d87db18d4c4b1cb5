/// A minimal reader for the CSV that the exporter writes and that is in `../shared`. Expected
/// values must not be read with the reader under test.
enum PlainRecords {
  /// Returns the cells of each record. A record ends at LF, CRLF or CR outside quotes. Blank lines
  /// are skipped.
  static func read(_ text: String, delimiter: Unicode.Scalar = ",") -> [[String]] {
    var records: [[String]] = []
    var cells: [String] = []
    var cell = String.UnicodeScalarView()
    var isQuoted = false
    var wasQuoted = false
    let scalars = Array(text.unicodeScalars)
    var index = scalars.first == "\u{FEFF}" ? 1 : 0
    func endCell() {
      cells.append(String(cell))
      (cell, wasQuoted) = (String.UnicodeScalarView(), false)
    }
    func endRecord() {
      if cells.isEmpty, cell.isEmpty, !wasQuoted { return }
      endCell()
      records.append(cells)
      cells = []
    }
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if isQuoted {
        if scalar != "\"" {
          cell.append(scalar)
        } else if index < scalars.count, scalars[index] == "\"" {
          cell.append(scalar)
          index += 1
        } else {
          isQuoted = false
        }
      } else if scalar == "\"" {
        (isQuoted, wasQuoted) = (true, true)
      } else if scalar == delimiter {
        endCell()
      } else if scalar == "\n" || scalar == "\r" {
        endRecord()
      } else {
        cell.append(scalar)
      }
    }
    endRecord()
    return records
  }
}
