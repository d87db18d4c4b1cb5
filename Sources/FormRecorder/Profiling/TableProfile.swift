import FormBytes
import FormInput
package import FormProfile
package import FormRules
import Foundation

/// The analysis of one or more files of one source, or of stored submissions.
package struct TableProfile: Sendable {
  package var analysis: TableAnalysis
  /// The number of malformed records by code, with the location of the first.
  package var malformed: [(code: String, count: Int, line: Int)]
  /// Messages of the reader to the user.
  package var notes: [RecorderNote] = []
  /// The detected format of the files, as far as it differs from the default.
  package var format = FileFormat()

  /// Reads files completely, in bounded memory.
  ///
  /// - Parameters:
  ///   - paths: The files; `-` is standard input.
  ///   - names: The names of the files in reports; by default their paths.
  ///   - progress: Called with the number of records read so far.
  package init(
    _ paths: [String], names: [String]? = nil, _ input: InputOptions,
    progress: (Int) -> Void = { _ in }
  ) throws(RecorderError) {
    let statistics = TableStatistics()
    var notes: [RecorderNote] = []
    var format = FileFormat()
    for (index, path) in paths.enumerated() {
      let name = names?[index] ?? (path == "-" ? "standard input" : path)
      do {
        statistics.beginFile(name)
        let found = try Self.read(path, input, into: statistics) {
          progress(statistics.allRecords)
        }
        notes += (found.openingNotes + found.closingRemarks.map { RecorderNote($0) })
          .map { $0.inFile(name) }
        format = Self.format(found, input)
      } catch {
        throw RecorderError(error).inFile(name)
      }
    }
    statistics.finish()
    if input.header == nil, let line = statistics.headerBelowTitle {
      notes.append(
        RecorderNote(
          "the first row seems to be a title, because it has one cell and most records have more; "
            + "the header seems to be on line \(line)", .chooseHeader))
    }
    self.init(
      statistics,
      malformed: statistics.faults.map { ($0.key.rawValue, $0.value.count, $0.value.line) })
    self.notes = notes
    self.format = format
  }

  /// - Parameter statistics: Finished statistics.
  init(_ statistics: TableStatistics, malformed: [(code: String, count: Int, line: Int)]) {
    analysis = TableAnalysis(statistics)
    self.malformed = malformed.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
  }

  /// The profile as JSON with stable keys.
  ///
  /// - Parameters:
  ///   - top: The maximum number of frequent values, and of shapes, per column.
  ///   - drift: The changes between imports, for a profile of stored submissions.
  package func json(top: Int, _ drift: [ImportDrift]? = nil) -> JSON {
    let profile = analysis.json(top: top, malformed: malformed)
    guard let drift, case .object(let members) = profile else { return profile }
    return .object(members + [.init("drift", .array(drift.map(\.json)))])
  }

  /// Masks all columns, so that reports contain no values.
  package mutating func maskAll() {
    for index in analysis.columns.indices { analysis.columns[index].isMasked = true }
  }

  private static func read(
    _ path: String, _ input: InputOptions, into statistics: TableStatistics, progress: () -> Void
  ) throws -> DetectedProperties {
    var options = try input.readerOptions(Form(name: "none", fields: []))
    options.cellFormats = nil
    if options.headerLine == 0 { options.fieldCount = nil }
    var reader = try ReadAheadReader(RecordInput.open(path, options: options))
    statistics.setHeader(reader.header)
    var batch = RecordBatch()
    while try reader.read(into: &batch, maximumRecords: 10_000) {
      if options.headerLine == 0 {
        let width = batch.records.filter { !$0.isFaulty }.map(\.cellCount).max() ?? 0
        statistics.setHeader((0..<Int(width)).map { "column_\($0 + 1)" })
      } else {
        statistics.setHeader(reader.header)
      }
      statistics.add(batch)
      progress()
    }
    return reader.detected
  }

  /// The format that a form must specify to read similar files.
  private static func format(_ detected: DetectedProperties, _ input: InputOptions) -> FileFormat {
    var format = FileFormat()
    format.header = input.header
    if let delimiter = detected.delimiter, detected.format == .csv, delimiter != UInt8(ascii: ",") {
      format.delimiter = delimiter == 9 ? "\t" : String(UnicodeScalar(delimiter))
    }
    if detected.encoding != .utf8, !detected.hasByteOrderMark {
      format.encoding = detected.encoding.rawValue
    }
    return format
  }
}
