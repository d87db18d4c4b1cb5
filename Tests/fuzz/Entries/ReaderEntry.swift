import FormBytes

@testable import FormInput

/// Readers: the first two bytes of an input select the sizes, and the rest is the file. The records
/// do not depend on the sizes of blocks, and round-trip through storing and writing.
enum ReaderEntry {
  /// The number of bytes that select the sizes.
  static let optionBytes = 2

  /// A copy of a record.
  private struct Record: Equatable {
    var range: RecordRange
    var raw: [UInt8]
    var cells: [[UInt8]?]
    var json: [UInt8]
    var fault: RecordFault?
  }

  private struct Outcome: Equatable {
    var records: [Record] = []
    var error: ReaderError?
  }

  static func csv(_ input: [UInt8]) -> String? {
    failure(on: input) { source, options throws(ReaderError) in
      var options = options
      options.delimiter = UInt8(ascii: ",")
      options.headerLine = 0
      return try DelimitedReader(source: source, options: options)
    }
  }

  static func ndjson(_ input: [UInt8]) -> String? {
    failure(on: input) { source, options throws(ReaderError) in
      try NDJSONReader(source: source, options: options)
    }
  }

  static func json(_ input: [UInt8]) -> String? {
    failure(on: input) { source, options throws(ReaderError) in
      try JSONArrayReader(source: source, options: options)
    }
  }

  /// Reads the file with detection of gzip, encoding, format and delimiter.
  static func file(_ input: [UInt8]) -> String? {
    failure(on: input) { source, options throws(ReaderError) in
      try openReader(source: source, options: options)
    }
  }

  private typealias Open = (
    consuming MemoryByteSource, ReaderOptions
  ) throws(ReaderError) -> any RecordReader & ~Copyable

  private static func failure(on input: [UInt8], _ open: Open) -> String? {
    guard input.count >= optionBytes else { return nil }
    let content = Array(input.dropFirst(optionBytes))
    var options = ReaderOptions()
    options.maximumRecordBytes = input[0] < 128 ? Int(input[0]) + 1 : 1 << 20
    let whole = outcome(content, options, open)
    options.bufferBytes = Int(input[1] & 0x3F) + 1
    let cut = outcome(content, options, open)
    if whole != cut { return "cut otherwise, read otherwise:\n\(whole)\n\(cut)" }
    for record in whole.records where record.fault?.code != .encoding {
      if let failure = comesBack(record) { return failure }
    }
    return written(whole.records)
  }

  private static func outcome(
    _ content: [UInt8], _ options: ReaderOptions, _ open: Open
  ) -> Outcome {
    var outcome = Outcome()
    do throws(ReaderError) {
      var reader = try open(MemoryByteSource(content), options)
      var batch = RecordBatch()
      while try reader.read(into: &batch, maximumRecords: 1 + content.count % 7) {
        for index in batch.records.indices { outcome.records.append(record(index, of: batch)) }
      }
    } catch {
      outcome.error = error
    }
    return outcome
  }

  private static func record(_ index: Int, of batch: RecordBatch) -> Record {
    var range = batch.records[index]
    let cells = batch.cells(of: range).map { cell in
      cell.kind == .missing ? nil : Array(batch.bytes[Int(cell.start)..<Int(cell.end)])
    }
    var json: [UInt8] = []
    batch.appendCellsJSON(of: index, to: &json)
    let record = Record(
      range: range, raw: Array(batch.bytes[Int(range.rawStart)..<Int(range.rawEnd)]), cells: cells,
      json: json, fault: batch.fault(of: range))
    // The position in the batch depends on the sizes.
    (range.firstCell, range.rawStart, range.rawEnd, range.faultIndex) = (0, 0, 0, 0)
    return Record(
      range: range, raw: record.raw, cells: cells, json: json, fault: record.fault)
  }

  /// Stored cells are read back unchanged, and are one line when exported.
  private static func comesBack(_ record: Record) -> String? {
    var batch = RecordBatch()
    do throws(RecordFault) {
      try StoredCells.append(record.json.span, to: &batch)
    } catch {
      return "stored cells are not JSON: \(error) \(record)"
    }
    let cells = batch.cells.map { cell in
      cell.kind == .missing ? nil : Array(batch.bytes[Int(cell.start)..<Int(cell.end)])
    }
    if cells != record.cells { return "stored cells come back otherwise: \(record)" }
    var line: [UInt8] = []
    line.appendOnOneLine(record.json.span)
    if line.contains(0x0A) || line.contains(0x0D) { return "more than a line: \(record)" }
    do throws(RecordFault) {
      try StoredCells.append(line.span, to: &batch)
      return nil
    } catch {
      return "the line is not JSON: \(error) \(record)"
    }
  }

  /// Records written as CSV are read back unchanged.
  private static func written(_ records: [Record]) -> String? {
    let records = records.filter { $0.fault == nil && !$0.cells.isEmpty }
    var writer = DelimitedWriter()
    var bytes: [UInt8] = []
    for record in records {
      for cell in record.cells {
        let content = cell ?? []
        writer.append(content.span, to: &bytes)
      }
      writer.endRecord(to: &bytes)
    }
    var options = ReaderOptions()
    (options.headerLine, options.delimiter, options.encoding) = (0, UInt8(ascii: ","), .utf8)
    let read = outcome(bytes, options) { source, options throws(ReaderError) in
      try DelimitedReader(source: source, options: options)
    }
    let cells = read.records.map { $0.cells.map { $0 ?? [] } }
    return cells == records.map { $0.cells.map { $0 ?? [] } } ? nil : "written and read otherwise"
  }
}
