import FormBytes
import FormInput
import FormRules

/// Columns of a file of records, used as the reference list of an `exists` rule.
struct ReferenceFile {
  /// The maximum number of bytes, as JSON, and of values from all files of a rule set. The stored
  /// values must fit into a definition file, which has its own limits.
  static let maximumBytes = 12 << 20
  static let maximumValues = 500_000
  /// The maximum number of bytes to read from a file.
  private static let maximumFileBytes = 256 << 20

  /// The reason why the file cannot be used.
  struct Unusable: Error {
    var message: String
  }

  /// The distinct combinations of values of columns in byte order, without incomplete ones.
  ///
  /// - Parameters:
  ///   - columns: The headers or, for a file without a header, the numbers from 1. Nil means the
  ///     only column.
  static func rows(
    of columns: [String]?, in path: String, hasHeader: Bool
  ) throws(Unusable) -> [[String]] {
    do {
      return try read(columns, path, hasHeader: hasHeader)
    } catch let error as Unusable {
      throw error
    } catch {
      let error = RecorderError(error)
      let isWithoutHeader = error.remedies.contains(.declareNoHeader)
      throw Unusable(
        message: error.description
          + (isWithoutHeader ? "; if the file has no header, set header: false" : ""))
    }
  }

  private static func read(
    _ columns: [String]?, _ path: String, hasHeader: Bool
  ) throws -> [[String]] {
    var options = ReaderOptions()
    if !hasHeader { options.headerLine = 0 }
    var reader = try openReader(
      source: FileByteSource(regularFile: path), name: path, options: options)
    let hasColumns = reader.detected.format.properties.hasColumns
    var rows: Set<[[UInt8]]> = []
    var read = 0
    var batch = RecordBatch()
    while try reader.read(into: &batch, maximumRecords: 10_000) {
      if let fault = batch.records.lazy.compactMap({ batch.fault(of: $0) }).first {
        throw Unusable(message: "line \(fault.line): \(fault.message)")
      }
      read += batch.bytes.count
      if read > maximumFileBytes { throw tooLarge }
      let header = hasColumns && !hasHeader ? nil : reader.header
      let width = batch.records.map { Int($0.cellCount) }.max() ?? 0
      let positions = try positions(of: columns, header, width: width)
      for record in batch.records {
        let row = try positions.map { try value($0, of: record, in: batch) }
        if !row.contains([]) { rows.insert(row) }
        if rows.count * positions.count > maximumValues { throw tooLarge }
      }
    }
    if rows.isEmpty { throw Unusable(message: "contains no values") }
    return rows.sorted { one, other in
      one.lexicographicallyPrecedes(other) { $0.lexicographicallyPrecedes($1) }
    }.map { row in row.map { String(decoding: $0, as: UTF8.self) } }
  }

  private static func value(
    _ position: Int, of record: RecordRange, in batch: RecordBatch
  ) throws(Unusable) -> [UInt8] {
    guard position < Int(record.cellCount) else { return [] }
    let cell = batch.cells[Int(record.firstCell) + position]
    if cell.kind == .array || cell.kind == .object {
      throw Unusable(message: "line \(record.line): the value must be a single value")
    }
    return Array(batch.bytes[Int(cell.start)..<Int(cell.end)])
  }

  static let tooLarge = Unusable(
    message:
      "exceeds the maximum of 500,000 values or 12 MiB in a definition; import it as a separate "
      + "form and use exists: {form: …, field: …}")

  private static func positions(
    of columns: [String]?, _ header: [String]?, width: Int
  ) throws(Unusable) -> [Int] {
    guard let columns else {
      let count = header?.count ?? width
      if count == 1 { return [0] }
      throw Unusable(message: "has \(count) columns; specify one with column")
    }
    var positions: [Int] = []
    for column in columns { positions.append(try position(of: column, header, width: width)) }
    return positions
  }

  private static func position(
    of column: String, _ header: [String]?, width: Int
  ) throws(Unusable) -> Int {
    guard let header else {
      if let number = Int(column), (1...max(1, width)).contains(number) { return number - 1 }
      throw Unusable(message: "has no header; column must be a number from 1 to \(max(1, width))")
    }
    let matches = header.indices(ofHeader: column)
    if let only = matches.first, matches.count == 1 { return only }
    throw Unusable(
      message: matches.isEmpty
        ? String.unknown("column", column, known: header)
        : "has \(matches.count) columns '\(column)'")
  }
}
