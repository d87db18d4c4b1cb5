import FormBytes
import FormInput
import FormRules

/// A CSV file with the counts of values in an input, for the rules that compare each record with
/// all records. A program sums the counts of all parts of an input, and judges each part with the
/// sums.
///
/// The columns are `rule`, `group`, `value`, `count` and `text`. Group and value together are a
/// keyed 128-bit hash, 32 hexadecimal digits; the group is empty if all values of the input are
/// compared. A rule, group and value may have several rows, whose counts are added.
package struct CountsFile: Sendable {
  private static let columns = ["rule", "group", "value", "count", "text"]
  private let path: String
  private let sha256: String?

  /// - Parameter sha256: The expected digest of the file in hexadecimal, or nil if it is not
  ///   checked.
  package init(_ path: String, sha256: String? = nil) {
    self.path = path
    self.sha256 = sha256
  }

  /// The header.
  static var header: [UInt8] { Array((columns.joined(separator: ",") + "\n").utf8) }

  /// Appends the rows of a rule, and removes them from its counts.
  static func append(_ counts: PartialCounts, ofRule id: String, to bytes: inout [UInt8]) {
    let groupDigits = counts.groupBits / 4
    var writer = DelimitedWriter()
    counts.removeAll { hash, count, text in
      var digits: [UInt8] = []
      digits.append(hexadecimal: hash.high)
      digits.append(hexadecimal: hash.low)
      writer.append(id, to: &bytes)
      writer.append(digits.span.extracting(0..<groupDigits), to: &bytes)
      writer.append(digits.span.extracting(groupDigits...), to: &bytes)
      writer.append(decimal: Int64(count), to: &bytes)
      writer.append(text.span, to: &bytes)
      writer.endRecord(to: &bytes)
    }
  }

  /// Adds the rows to the counts of a run.
  ///
  /// - Throws: `RecorderError` if the file has another format or another digest.
  func add(to configuration: RunState.Configuration, for plan: Plan) throws(RecorderError) {
    let byRule = Dictionary(
      configuration.counted?.byRule.map { (plan.rules[$0].id, $1) } ?? [],
      uniquingKeysWith: { first, _ in first })
    let digest = StreamDigest()
    let largest = Int(Recorder.largestNumber)
    var total = 0
    try FileTable.forEachRow(inCSV: path, columns: [Self.columns], digest) { row in
      let cells = row.cells
      guard let hash = Hash128(hexadecimal: cells[1] + cells[2]), let count = Int(cells[3]),
        count > 0, count <= largest - total
      else {
        throw RecorderError(
          .refused, "line \(row.line): must contain a hash and the number of its records")
      }
      total += count
      // A rule that this run does not evaluate has no counts.
      byRule[cells[0]]?.add(hash, count: count, cells[4].utf8.span)
    }
    if let sha256, digest.hexadecimal != sha256 {
      throw RecorderError(.refused, "was altered: its digest differs from the manifest")
        .inFile(path)
    }
  }
}

extension FileCheck {
  /// Counts the records of a file, or of a part of it, for the rules that compare each record with
  /// all records.
  ///
  /// - Parameter write: Called with the content of a `CountsFile`, in pieces.
  package func writeCounts(of path: String, to write: ([UInt8]) throws -> Void) throws {
    var configuration = try configuration()
    let whole = plan.makeCounts(configuration) { mayQuote?($0) ?? false }
    guard let whole else { return try write(CountsFile.header) }
    let parts = whole.byRule.mapValues(PartialCounts.init(of:))
    configuration.counted = CountedRecords(parts)
    var bytes = CountsFile.header
    func flush(above limit: Int) throws {
      for (position, counts) in parts.sorted(by: { $0.key < $1.key }) where counts.count > limit {
        CountsFile.append(counts, ofRule: plan.rules[position].id, to: &bytes)
      }
      try write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try InputOpener(path, adoptedInput, under: plan).count(configuration) { _ in
      try flush(above: Self.maximumPartialCounts)
    }
    try flush(above: 0)
  }

  /// The number of values of a rule above which they are written.
  private static let maximumPartialCounts = 1 << 18
}
