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
  package var format = FileSettings()

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
    var reading = Reading(paths, names, input: input, progress: progress)
    // A stream can be read only once.
    if paths.allSatisfy({ $0 != "-" && !InputFile.isStream($0) }) {
      var input = input
      var reasons: [RecorderNote] = []
      for _ in 0..<Self.maximumDialectChanges {
        guard let suggestion = reading.suggestion else { break }
        input.dialect = suggestion.dialect
        let next = Reading(paths, names, input: input, progress: progress)
        guard reading.error != nil || next.faults < reading.faults else { break }
        reasons.append("\(suggestion.reason); the file was read accordingly")
        reading = next
      }
      reading.notes = reasons + reading.notes
    }
    if let error = reading.error { throw error }
    let statistics = reading.statistics
    statistics.finish()
    self.init(
      statistics,
      malformed: statistics.faults.map { ($0.key.rawValue, $0.value.count, $0.value.line) })
    notes = reading.notes
    format = reading.format
    if input.header == nil, let line = statistics.headerBelowTitle {
      notes.append(
        RecorderNote(
          "the first row seems to be a title, because it has one cell and most records have more; "
            + "the header seems to be on line \(line)", .chooseHeader))
    }
  }

  /// The maximum number of times that files are read again, each time with another property of the
  /// dialect.
  private static let maximumDialectChanges = 4

  /// The files as read in one dialect.
  private struct Reading {
    let statistics = TableStatistics()
    var notes: [RecorderNote] = []
    var format = FileSettings()
    /// A dialect in which more records could be read, with the reason.
    var suggestion: (dialect: FileDialect, reason: String)?
    var error: RecorderError?
    /// The number of records of delimited files that have no value.
    private var blankRecords = 0
    /// Whether the last column of delimited files has neither a name nor values.
    private var hasBlankColumn = false
    /// The number of records that are malformed or have no value, and of blank columns.
    var faults: Int {
      statistics.allRecords - statistics.records + blankRecords + (hasBlankColumn ? 1 : 0)
    }

    init(
      _ paths: [String], _ names: [String]?, input: InputOptions, progress: (Int) -> Void
    ) {
      for (index, path) in paths.enumerated() {
        let name = names?[index] ?? (path == "-" ? "standard input" : path)
        do {
          statistics.beginFile(name)
          let found = try TableProfile.read(path, input, into: statistics) {
            progress(statistics.allRecords)
          }
          if suggestion == nil { found.suggestion.map { suggest($0, input) } }
          if [.csv, .tsv].contains(found.format) {
            blankRecords = statistics.blankRecords
            hasBlankColumn =
              statistics.records > 0 && statistics.names.last?.isEmpty == true
              && statistics.columns.last?.present == 0
          }
          notes += (found.openingNotes + found.closingRemarks.map { RecorderNote($0) })
            .map { $0.inFile(name) }
          format = TableProfile.format(found, input)
        } catch {
          // Without quotes, almost any header can be read.
          if let other = (error as? ReaderError)?.suggestion, other.dialect.quote != nil {
            suggest(other, input)
          }
          self.error = RecorderError(error).inFile(name)
          return
        }
      }
      guard suggestion == nil else { return }
      var dialect = input.dialect ?? FileDialect()
      if hasBlankColumn {
        dialect.trailingDelimiter = true
        suggestion = (dialect, "each line ends with a delimiter")
      } else if blankRecords > 0 {
        dialect.skipBlankRows = true
        let verb = blankRecords == 1 ? "has" : "have"
        suggestion = (dialect, "\(blankRecords.counted("record")) \(verb) no value")
      }
    }

    private mutating func suggest(_ found: DialectSuggestion, _ input: InputOptions) {
      var dialect = FileDialect(found)
      if found.footer == 0 { dialect.footer = input.dialect?.footer ?? 0 }
      suggestion = (dialect, found.reason)
    }
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
    return .object(members + [.init("drift", drift.json)])
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
    var reader = try ReadAheadReader(openReader(path: path, options: options))
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
  private static func format(_ detected: DetectedProperties, _ input: InputOptions) -> FileSettings
  {
    var format = FileSettings()
    format.header = input.header
    format.dialect = input.dialect ?? FileDialect()
    if let delimiter = detected.delimiter, detected.format == .csv, delimiter != UInt8(ascii: ",") {
      format.delimiter = delimiter == 9 ? "\t" : String(UnicodeScalar(delimiter))
    }
    if detected.encoding != .utf8, !detected.hasByteOrderMark {
      format.encoding = detected.encoding.rawValue
    }
    return format
  }
}
