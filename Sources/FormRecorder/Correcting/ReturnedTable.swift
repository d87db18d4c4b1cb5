/// The cells of a correction file as exported and as returned, for the guards.
///
/// Records with unknown submissions, and records that could not be parsed on import, are not
/// included. Memory use grows with the file.
struct ReturnedTable {
  /// A record of the table.
  struct Row {
    let line: Int
    let submission: Int64
    let importID: Int64
  }

  /// The number of a text. Equal texts have the same number; 0 is the empty text.
  typealias Text = Int32

  /// The headers of the columns.
  let header: [String]
  /// The field of each column.
  private(set) var fields: [String?]
  private(set) var rows: [Row] = []
  /// The exported cells, by column and row, with masks resolved.
  private(set) var before: [[Text]]
  /// The returned cells, by column and row.
  private(set) var after: [[Text]]
  /// The cells of records without a submission, by column.
  private(set) var unnamed: [[Text]]
  /// The columns and lines of masks that hide nothing.
  var movedMasks: [(column: Int, line: Int)] = []
  /// The lines whose stated original line is not the line of their submission.
  var otherLines: [Int] = []
  private var texts: [[UInt8]] = [[]]
  private var numbers: [[UInt8]: Text] = [[]: 0]

  init(header: [String]) {
    self.header = header
    fields = Array(repeating: nil, count: header.count)
    before = Array(repeating: [], count: header.count)
    after = Array(repeating: [], count: header.count)
    unnamed = Array(repeating: [], count: header.count)
  }

  /// Appends a record.
  ///
  /// - Parameters:
  ///   - cells: The exported cell of each column.
  ///   - changes: The changed columns with their new texts.
  mutating func append(_ row: Row, _ cells: [[UInt8]], _ changes: [Int: [UInt8]]) {
    rows.append(row)
    for column in header.indices {
      let old = number(of: cells[column])
      before[column].append(old)
      after[column].append(changes[column].map { number(of: $0) } ?? old)
    }
  }

  /// Appends a record without a submission.
  mutating func append(unnamed cells: [[UInt8]]) {
    for column in header.indices { unnamed[column].append(number(of: cells[column])) }
  }

  /// Records the field of a column unless it is already known.
  mutating func note(_ field: String?, of column: Int) {
    if fields[column] == nil { fields[column] = field }
  }

  func bytes(_ text: Text) -> [UInt8] { texts[Int(text)] }
  func string(_ text: Text) -> String { String(decoding: texts[Int(text)], as: UTF8.self) }

  /// The rows whose cell in a column was changed.
  func changedRows(_ column: Int) -> [Int] {
    rows.indices.filter { before[column][$0] != after[column][$0] }
  }

  private mutating func number(of bytes: [UInt8]) -> Text {
    let bytes = bytes.contains(0x0D) ? bytes.filter { $0 != 0x0D } : bytes
    if let known = numbers[bytes] { return known }
    let new = Text(texts.count)
    texts.append(bytes)
    numbers[bytes] = new
    return new
  }
}
