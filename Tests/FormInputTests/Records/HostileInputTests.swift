import Testing

@testable import FormInput

/// Inputs of about 100,000 bytes that could be read again from every line.
@Suite struct HostileInputTests {
  private static func lines(_ line: String) -> [UInt8] {
    Array(String(repeating: line, count: 100_000 / line.utf8.count).utf8)
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      ("\"\n", 2), ("\"a\n\"\"a\n", 1), ("\",\"\n", 2), ("\"\"\"\n", 2), ("x\"\n", 1),
      ("\"\n,\"\",\n", 4),
      ("\"a\"\"\n", 1), ("\"\na\"\"b\n", 2), (",\"\n\",\"\n", 2), ("\0\n", 1), ("\n", 0), ("\r", 0),
    ])
  func unterminatedRecordsAreRead(_ line: String, physicalLines: Int) throws {
    let options = ReaderOptions {
      $0.headerLine = 0
      $0.delimiter = UInt8(ascii: ",")
      $0.maximumRecordBytes = 50_000
      $0.bufferBytes = 1_000
    }
    let bytes = Self.lines(line)
    let result = readAll(try DelimitedReader(source: MemoryByteSource(bytes), options: options))
    let lineEnds = bytes.count { $0 == 0x0A || $0 == 0x0D }
    #expect(result.error == nil)
    if physicalLines == 0 {
      #expect(result.records.isEmpty)
      #expect(result.detected.blankLines == lineEnds)
    } else {
      #expect(result.records.count >= lineEnds / physicalLines - 1)
    }
    // The result does not depend on the size of blocks.
    var whole = options
    whole.bufferBytes = 1 << 20
    let again = readAll(try DelimitedReader(source: MemoryByteSource(bytes), options: whole))
    #expect(again.records == result.records)
  }

  /// A batch holds at most a block and a record, and releases
  /// the memory of a long record.
  @Test(arguments: [RecordFormat.csv, .ndjson, .json])
  func batchesOfLongRecordsAreBounded(_ format: RecordFormat) throws {
    let long = String(repeating: "x\\\\", count: 200_000)
    let records = (0..<4).map {
      format == .csv ? long : "{\"a\":\"\($0.isMultiple(of: 2) ? long : "")\"}"
    }
    let text =
      switch format {
      case .json: "[\(records.joined(separator: ","))]"
      default: records.joined(separator: "\n")
      }
    let options = ReaderOptions {
      $0.format = format
      $0.headerLine = 0
      $0.maximumRecordBytes = 8 << 20
    }
    var reader = try openReader(source: MemoryByteSource(Array(text.utf8)), options: options)
    var batch = RecordBatch()
    var count = 0
    while try reader.read(into: &batch, maximumRecords: .max) {
      count += batch.records.count
      #expect(batch.bytes.count < 2 * (options.bufferBytes + long.utf8.count))
      for record in batch.records.dropLast() { #expect(Int(record.rawStart) < options.bufferBytes) }
      if batch.bytes.count > 1 << 20 {
        batch.removeAll()
        #expect(batch.bytes.capacity < 1 << 10)
      }
    }
    #expect(count == 4)
  }

  /// Short records in a file with many columns do not make a batch large.
  @Test func batchesOfWideJSONRecordsAreBounded() throws {
    let keys = (0..<10_000).map { "{\"\($0)\":1}\n" }.joined()
    var reader = try NDJSONReader(source: MemoryByteSource(Array(keys.utf8)))
    var batch = RecordBatch()
    var records = 0
    while try reader.read(into: &batch, maximumRecords: .max), records < 1_000 {
      #expect(batch.cells.count < 300_000)
      records += batch.records.count
    }
    #expect(records >= 1_000)
  }
}
