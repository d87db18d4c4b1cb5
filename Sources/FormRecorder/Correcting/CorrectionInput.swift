import FormBytes
import FormInput
import FormRules

extension RecorderError {
  /// The characters of a returned file show that a program read it in an encoding other than that
  /// of the export.
  static func readInAnotherEncoding(_ path: String) -> RecorderError {
    RecorderError(
      .refused,
      "\(path): its characters show that it was read in another encoding before it was saved, or "
        + "is in one that is not known", .nameEncoding, stored: 0)
  }
}

/// The file of a correction request, which may be read several times: in each possible encoding,
/// and a workbook again once the types of its columns are known. Standard input is copied into an
/// unnamed file.
final class CorrectionInput {
  /// The path of the file.
  var path: String { request.path }
  /// The file in each possible encoding, at least one.
  private(set) var readings: [CorrectionFile] = []
  let request: CorrectionRequest
  /// The copy of standard input.
  private var copy: UnnamedFile?

  /// - Throws: `RecorderError` if the file cannot be read, lacks the column `_submission`, has
  ///   several tables (`requireOneTable`) or was saved in another encoding (`requireEvidence`).
  init(_ request: CorrectionRequest) throws(RecorderError) {
    self.request = request
    if let patches = request.patches {
      readings = [try CorrectionFile(WholeFile(patches), request.path, arePatches: true)]
      return
    }
    if request.path == "-" {
      do {
        copy = try UnnamedFile(FileByteSource(descriptor: 0))
      } catch {
        throw RecorderError(error).inFile(request.path)
      }
    }
    if request.input.encoding != nil {
      readings = [try requireEvidence(read(nil))]
      return
    }
    if let file = try reading(.utf8), file.isCertain || !file.hasUndecodableRecords {
      readings = [try requireEvidence(file)]
      return
    }
    var contradicting: CorrectionFile?
    for encoding in Self.encodings {
      guard let file = try reading(encoding) else { continue }
      switch file.evidence {
      case .contradicts: contradicting = file
      case .none where file.hasUndecodableRecords: break
      case .none, .fits, .lossy: readings.append(file)
      }
    }
    if readings.isEmpty, let contradicting { _ = try requireEvidence(contradicting) }
    let fitting = readings.filter { $0.evidence != .none }
    if !fitting.isEmpty { readings = fitting }
    // Report the error of the most likely encoding.
    if readings.isEmpty { readings = [try read(.utf8)] }
  }

  /// - Throws: `RecorderError` if the file is a workbook with several visible sheets, one of which
  ///   may be a copy with the corrections, and the request names none; or if merged cells hide
  ///   others, which are then empty although nobody has cleared them.
  private func requireOneTable(_ content: WholeFile) throws(RecorderError) {
    if content.detected.hasMergedCells {
      throw RecorderError(
        .refused, "\(path): cells of the sheet are merged; separate them", stored: 0)
    }
    guard let sheet = content.detected.firstSheet else { return }
    throw RecorderError(
      .refused, "\(path): has \(sheet.sheets) visible sheets", .chooseSheet, stored: 0)
  }

  /// - Throws: `RecorderError` if the column `_check` shows that the file was saved in another
  ///   encoding.
  private func requireEvidence(_ file: CorrectionFile) throws(RecorderError) -> CorrectionFile {
    if file.evidence == .contradicts { throw .readInAnotherEncoding(path) }
    return file
  }

  /// The file in an encoding, or nil if its bytes are not text in the encoding. Other errors, such
  /// as those of the disk, do not depend on it.
  private func reading(_ encoding: TextEncoding) throws(RecorderError) -> CorrectionFile? {
    let content = try content(encoding)
    switch (content.error as? ReaderError)?.kind {
    // A name of the header may be the first text that the encoding cannot represent.
    case .encoding, .unknownEncoding, .header: return nil
    default: break
    }
    try requireOneTable(content)
    return try CorrectionFile(content, path)
  }

  /// The encodings in which spreadsheet programs save, the most frequent first.
  private static let encodings: [TextEncoding] = [
    .windows1252, .windows1250, .windows1251, .windows1253, .windows1254, .windows1257, .latin1,
    .iso88592, .iso885915, .macRoman, .shiftJIS, .big5, .gb18030, .eucKR, .eucJP, .ibm850, .ibm437,
    .ibm852, .ibm866,
  ]

  /// Reads a workbook again, with typed cells converted to the formats of their columns' fields.
  ///
  /// - Parameter types: The field type of each column, by the bytes of its header: texts that look
  ///   alike may differ.
  func read(typed types: [[UInt8]: FieldType]) throws(RecorderError) -> CorrectionFile {
    try read(nil, types)
  }

  private func read(
    _ encoding: TextEncoding?, _ types: [[UInt8]: FieldType] = [:]
  ) throws(RecorderError) -> CorrectionFile {
    let content = try content(encoding, types)
    try requireOneTable(content)
    return try CorrectionFile(content, path)
  }

  private func content(
    _ encoding: TextEncoding?, _ types: [[UInt8]: FieldType] = [:]
  ) throws(RecorderError) -> WholeFile {
    var options = try request.input.readerOptions(Form(name: "corrections", fields: []))
    options.encoding = encoding ?? options.encoding
    options.delimiterHint = AddedColumn.submission.rawValue
    // An exported record must be readable again, however long it is.
    options.maximumRecordBytes = request.input.maximumRecordBytes ?? ReaderOptions.longestRecord
    options.cellFormats = { header in
      header.map { name in
        let type = AddedColumn.has(name) ? nil : types[Array(AddedColumn.unescaped(name).utf8)]
        return type.map { CellFormat($0) } ?? CellFormat()
      }
    }
    return WholeFile { digest throws in
      guard let copy else {
        return try openReader(
          path: request.copy ?? request.path, origin: request.path, options: options,
          digest: digest)
      }
      return try openReader(
        source: HashingByteSource(UnnamedFileByteSource(copy), into: digest), options: options)
    }
  }
}
