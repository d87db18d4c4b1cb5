import FormInput

/// Measures reading files of several shapes, and writing their cells.
struct FileBenchmarks {
  let stopwatch: Stopwatch

  /// A file in memory of about 4 MB.
  private struct Shape {
    let name: String
    let format: RecordFormat
    let records: Int
    let content: [UInt8]

    init(_ name: String, _ format: RecordFormat, header: String, record: String) {
      self.name = name
      self.format = format
      let line = Array((record + "\n").utf8)
      records = max(1, 4_000_000 / line.count)
      content = Array((header + "\n").utf8) + Array(repeatElement(line, count: records).joined())
    }
  }

  private static func csv(_ name: String, columns: Int, cell: String) -> Shape {
    Shape(
      name, .csv, header: (1...columns).map { "c\($0)" }.joined(separator: ","),
      record: Array(repeating: cell, count: columns).joined(separator: ","))
  }

  private static var shapes: [Shape] {
    [
      csv("CSV, 2 columns", columns: 2, cell: "abcdefgh"),
      csv("CSV, 8 columns", columns: 8, cell: "abcdefgh"),
      csv("CSV, 8 columns, quoted", columns: 8, cell: "\"abcdef\""),
      csv("CSV, 8 columns, doubled quotes", columns: 8, cell: "\"a\"\"bcd\""),
      csv("CSV, 200 columns", columns: 200, cell: "abcdefgh"),
      csv("CSV, cells of 10 KB", columns: 4, cell: String(repeating: "x", count: 10_000)),
      csv("CSV, not ASCII", columns: 8, cell: "\u{E4}\u{F6}\u{FC}\u{DF}"),
      Shape(
        "JSON lines", .ndjson, header: "{}",
        record: #"{"id":1,"name":"Ada Archer","email":"ada@example.com","age":30,"ok":true}"#),
      Shape(
        "JSON lines, escapes", .ndjson, header: "{}",
        record: #"{"id":1,"name":"Ada \"Archer\"","note":"a\u00e9\n"}"#),
    ]
  }

  func run() throws -> [Measurement] {
    try Self.shapes.map(read) + [try write(quoted: false), try write(quoted: true)]
  }

  private func read(_ shape: Shape) throws -> Measurement {
    var options = ReaderOptions()
    options.format = shape.format
    var batch = RecordBatch()
    var count = 0
    let cost = try stopwatch.measure(operations: shape.records) {
      var reader = try openReader(source: MemoryByteSource(shape.content), options: options)
      count = 0
      while try reader.read(into: &batch, maximumRecords: 4_096) { count += batch.records.count }
    }
    // The first line of NDJSON is also a record.
    guard count - (shape.format == .ndjson ? 1 : 0) == shape.records, batch.faults.isEmpty else {
      throw BenchmarkError.wrong("\(shape.name): \(count) records instead of \(shape.records)")
    }
    return Measurement(
      group: "reading", name: shape.name, detail: "", unit: "record",
      nanoseconds: cost.nanoseconds, allocations: cost.allocations,
      bytes: Double(shape.content.count) / Double(shape.records))
  }

  private func write(quoted: Bool) throws -> Measurement {
    let cell = Array((quoted ? "Archer, Ada" : "Ada Archer").utf8)
    let records = 20_000
    var output: [UInt8] = []
    let cost = try stopwatch.measure(operations: records) {
      output.removeAll(keepingCapacity: true)
      var writer = DelimitedWriter()
      for _ in 0..<records {
        for _ in 0..<8 { writer.append(cell.span, to: &output) }
        writer.endRecord(to: &output)
      }
    }
    return Measurement(
      group: "writing", name: quoted ? "CSV, 8 columns, quoted" : "CSV, 8 columns", detail: "",
      unit: "record", nanoseconds: cost.nanoseconds, allocations: cost.allocations,
      bytes: Double(output.count) / Double(records))
  }
}
