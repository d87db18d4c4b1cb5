import FormBytes
package import FormInput
package import FormRules

/// The positions at which a file can be split into parts that are judged independently, each as an
/// `InputPart`.
///
/// The file is parsed just as it is for judging: the start of a record depends on all quotes before
/// it, and counting quotes fails after a single stray quote.
package struct FileSplit: Sendable {
  /// A run of consecutive records.
  package struct FilePart: Sendable {
    /// The byte range in which the records begin.
    package fileprivate(set) var bytes: Range<Int>
    /// The number of the first record in the file, and the physical line on which it begins, both
    /// from 1.
    package fileprivate(set) var firstRecord: Int
    package fileprivate(set) var firstLine: Int
    package fileprivate(set) var records = 0
  }

  /// How to split a file.
  package enum PartSize: Sendable {
    /// Into this number of parts of similar size, or fewer if the records are few or long.
    case parts(Int)
    /// At the first record at or after each multiple of this number of bytes.
    case bytes(Int)
  }

  package private(set) var size = 0
  /// The SHA-256 digest of the file in hexadecimal, or nil for standard input that cannot be split.
  package private(set) var sha256: String?
  /// The header. For NDJSON, the keys in the order in which they appear.
  package private(set) var columns: [String] = []
  package private(set) var format = RecordFormat.csv
  package private(set) var delimiter: UInt8?
  /// The parts, at least one, or an empty array if the file cannot be split.
  package private(set) var parts: [FilePart] = []
  /// The reason why the file cannot be split, or nil.
  package private(set) var whole: String?

  /// Reads a file, or standard input if the path is `-`, to its end in bounded memory. Takes about
  /// 0.15 s per 100 MB.
  ///
  /// - Parameters:
  ///   - form: The form, if known, which specifies the format of its files.
  /// - Throws: `RecorderError` if the file cannot be read or has no usable header.
  package init(
    _ path: String, _ partSize: PartSize, input: InputOptions, form: Form?
  ) throws(RecorderError) {
    let file = try Self.requireFile(path)
    do {
      let digest = StreamDigest()
      let none = Form(name: "none", fields: [])
      var reader = try openReader(
        path: path, options: input.readerOptions(form ?? none), digest: digest)
      format = reader.detected.format
      whole =
        Self.whole(reader.detected)
        ?? (input.dialect(for: form ?? none).footer > 0 ? "its last records are a footer" : nil)
      if whole == nil {
        try readParts(&reader, form: form, fileSize: file?.size ?? 0, partSize: partSize)
        size = digest.size
        let last = parts[parts.count - 1]
        parts[parts.count - 1].bytes = (last.records == 0 ? size : last.bytes.lowerBound)..<size
        sha256 = digest.hexadecimal
      } else if let file {
        size = file.size
        sha256 = try FileDigest.sha256(of: path)
      }
      if let change = file?.change(afterReading: size) { throw RecorderError(.refused, change) }
    } catch {
      throw RecorderError(error).inFile(path)
    }
  }

  /// The file, or nil for standard input.
  ///
  /// - Throws: `RecorderError` if there is no such file, or if it is a stream.
  private static func requireFile(_ path: String) throws(RecorderError) -> InputFile? {
    if let file = InputFile(path) { return file }
    if path == "-" { return nil }
    throw RecorderError(
      .refused,
      InputFile.isStream(path)
        ? "\(path): is not a regular file; only regular files and - can be split"
        : "\(path): no such file")
  }

  /// Reads the columns and the records to the end. The end of the last part is not known yet.
  private mutating func readParts(
    _ reader: inout any RecordReader & ~Copyable, form: Form?, fileSize: Int, partSize: PartSize
  ) throws {
    delimiter = reader.detected.delimiter
    columns = reader.header
    if columns.isEmpty, format != .ndjson {
      guard let form else {
        throw RecorderError(
          .usage, "a file without a header requires a form, whose fields are its columns",
          .supplyDefinitions)
      }
      columns = form.fields.map { $0.header ?? $0.name }
    }
    let step =
      switch partSize {
      case .parts(let count): max(1, fileSize / max(1, count))
      case .bytes(let bytes): max(1, bytes)
      }
    try split(&reader, every: step, atMost: partSize)
    // The keys of NDJSON are known only at the end.
    if format == .ndjson { columns = reader.header }
  }

  private static func whole(_ detected: DetectedProperties) -> String? {
    if detected.isCompressed { return "it is compressed" }
    if detected.encoding != .utf8 { return "its encoding is \(detected.encoding.rawValue)" }
    if detected.format.properties.canBeSplit { return nil }
    return detected.format == .json
      ? "it is a JSON array" : "its format is \(detected.format.rawValue)"
  }

  private mutating func split(
    _ reader: inout any RecordReader & ~Copyable, every step: Int, atMost partSize: PartSize
  ) throws(ReaderError) {
    let maximum = if case .parts(let count) = partSize { count } else { Int.max }
    var batch = RecordBatch()
    var (record, next) = (0, 0)
    while try reader.read(into: &batch, maximumRecords: 10_000) {
      for range in batch.records {
        record += 1
        if range.byteOffset >= next {
          let start = range.byteOffset
          if !parts.isEmpty {
            parts[parts.count - 1].bytes = parts[parts.count - 1].bytes.lowerBound..<start
          }
          parts.append(FilePart(bytes: start..<start, firstRecord: record, firstLine: range.line))
          // The first position at or after each step.
          next = parts.count == maximum ? .max : (start / step + 1) * step
        }
        parts[parts.count - 1].records += 1
      }
    }
    if parts.isEmpty { parts = [FilePart(bytes: 0..<0, firstRecord: 1, firstLine: 1)] }
  }
}

extension FileSplit {
  /// The split as JSON.
  package func json(file: String) -> JSON {
    .object([
      "file": .string(file), "size": .integer(size), "sha256": .optional(sha256),
      "format": .string(format.rawValue), "columns": .array(columns.map(JSON.string)),
      "delimiter": .optional(delimiter.map { String(UnicodeScalar($0)) }),
      "whole": .optional(whole),
      "parts": .array(
        parts.map { part in
          .object([
            "range": .string("\(part.bytes.lowerBound)-\(part.bytes.upperBound)"),
            "firstRecord": .integer(part.firstRecord), "firstLine": .integer(part.firstLine),
            "records": .integer(part.records),
          ])
        }),
    ])
  }
}
