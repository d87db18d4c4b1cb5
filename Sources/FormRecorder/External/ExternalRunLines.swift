import FormInput

/// The rejected records of a file in an external run, in order.
struct ExternalRunLines: ~Copyable {
  private let paths: [String]
  private var part = 0
  private var lines: LineReader?

  static let noRecord = ReaderError(
    .content, "contains a line that is not a rejected record with its cells")

  init(_ file: ExternalRunManifest.File, folder: String) {
    paths = file.parts.map { folder + "/" + $0.name }
  }

  mutating func next() throws(ReaderError) -> ExternalRunRecord? {
    while true {
      if let line = try lines?.next() {
        guard let record = ExternalRunRecord(line) else { throw Self.noRecord }
        return record
      }
      guard part < paths.count else { return nil }
      lines = try LineReader(path: paths[part])
      part += 1
    }
  }
}
