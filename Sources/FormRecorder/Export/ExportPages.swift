import FormInput
import FormStore

/// Submissions that are ready to be written.
struct ExportPage: ReadAheadPage {
  var judged = JudgedPage()
  /// Their cells, if records are written.
  var records = RecordBatch()
  /// The bytes of malformed records among them.
  var malformed: [Int64: [UInt8]] = [:]

  /// About what it holds.
  var weight: Int { judged.rows.text.count + records.bytes.count }

  mutating func removeAll() {
    judged.removeAll()
    records.removeAll()
    malformed = [:]
  }

  /// Takes the rows apart.
  mutating func takeApart(_ store: Store) throws {
    if judged.hasMalformed { malformed = try store.malformed(judged.ids) }
    for row in 0..<judged.rows.count { try records.append(row, of: judged.rows) }
  }
}

extension ReadAhead<ExportPage> {
  /// Reads pages and takes them apart.
  convenience init(_ path: String, _ pages: JudgedPages) {
    self.init(path) { store, queue in
      var pages = pages
      while var page = queue.take(), try pages.read(store, into: &page.judged) {
        try page.takeApart(store)
        guard queue.put(page) else { return }
      }
    }
  }
}
