/// The cells of a file of corrections, each as it went out and as it came back: what guards look at.
///
/// Records whose submission is unknown, and those that could not be read when they were imported, are not among
/// its rows. Memory grows with the file.
struct ReturnedTable {
  /// A record.
  struct Row {
    let line: Int
    let submission: Int64
    let importID: Int64
  }

  /// A text by its number; equal texts have the same. 0 is the empty text.
  typealias Text = Int32

  /// The columns' headers.
  let header: [String]
  /// For each column the field that it fills.
  private(set) var fields: [String?]
  private(set) var rows: [Row] = []
  /// For each column and row the cell as it went out, masks being lifted.
  private(set) var before: [[Text]]
  /// And as it came back; what was left alone is equal.
  private(set) var after: [[Text]]
  /// For each column the cells of records that name no submission.
  private(set) var unnamed: [[Text]]
  /// The columns and lines of masks that stand where nothing is hidden.
  var movedMasks: [(column: Int, line: Int)] = []
  /// The lines that state another line than the one their submission came in with.
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
  ///   - cells: for each column the cell as it went out.
  ///   - changes: the columns that were changed, with what they became.
  mutating func append(_ row: Row, _ cells: [[UInt8]], _ changes: [Int: [UInt8]]) {
    rows.append(row)
    for column in header.indices {
      let old = number(of: cells[column])
      before[column].append(old)
      after[column].append(changes[column].map { number(of: $0) } ?? old)
    }
  }

  /// Appends a record that names no submission.
  mutating func append(unnamed cells: [[UInt8]]) {
    for column in header.indices { unnamed[column].append(number(of: cells[column])) }
  }

  /// Notes that a column fills a field, unless it is known already.
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
