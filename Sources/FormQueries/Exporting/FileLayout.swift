import FormBytes
import FormInput
import FormRules
import FormStore

/// The properties of an imported file that an export of its submissions preserves.
struct FileLayout: Hashable {
  /// The delimiter; nil if it is not known.
  var delimiter: String?
  var encoding: TextEncoding

  /// Creates the layout of an imported file. Workbooks, JSON and single submissions have no layout
  /// and get the layout of the form.
  init(_ origin: ImportOrigin?, _ form: FileSettings?) {
    let isDelimited = origin?.delimiter != nil
    delimiter = isDelimited ? origin?.delimiter : form?.delimiter
    let name =
      isDelimited
      ? origin?.encoding?.split(separator: "-sig").first.map(String.init) : form?.encoding
    encoding = name.flatMap { TextEncoding(exportName: $0) } ?? .utf8
    // Some encodings, such as Shift_JIS, lack the characters of masks.
    var mask = Array(DisplayColumns.plainMask.utf8)
    if encoding.encode(&mask, from: 0) != nil { encoding = .utf8 }
  }
}

extension ExportInput {
  /// Returns the layouts of the imported files, in the order of segments.
  func fileLayouts(_ segments: [VerdictSegment]) throws -> [FileLayout] {
    var layouts: [Int64: FileLayout] = [:]
    return try segments.map { segment in
      if let known = layouts[segment.importID] { return known }
      let layout = try fileLayout(segment)
      // In other cases, the layout depends on whether the encoding has all characters of the
      // segment.
      if layout.encoding.hasEveryCharacter || origins[segment.importID]?.delimiter != nil {
        layouts[segment.importID] = layout
      }
      return layout
    }
  }

  /// Returns the layout of a segment. Corrections get the delimiter of the corrected file, and also
  /// its encoding if they were delivered as a workbook. Text that was delivered without an encoding
  /// gets one only if the encoding has all of its characters.
  private func fileLayout(_ segment: VerdictSegment) throws -> FileLayout {
    let origin = origins[segment.importID]
    let form = descriptions[segment.planID]?.plan?.form.file
    var layout = FileLayout(origin, form)
    if origin?.kind == .correction, let root = try store.correctedImport(segment.importID) {
      let corrected = FileLayout(
        try origins[root] ?? store.importOrigins(SubmissionFilter(importID: root))[root], form)
      layout.delimiter = corrected.delimiter
      if origin?.delimiter == nil { layout.encoding = corrected.encoding }
    }
    if origin?.delimiter == nil, try !fits(segment, layout.encoding) { layout.encoding = .utf8 }
    return layout
  }

  /// Returns whether an encoding has all characters in the submissions of a segment.
  private func fits(_ segment: VerdictSegment, _ encoding: TextEncoding) throws -> Bool {
    if encoding.hasEveryCharacter { return true }
    let stage = PipelineStage<ExportBatch, RecorderError>(store, reader([segment]))
    var batch = ExportBatch()
    while try stage.queue.next(&batch) {
      for cell in batch.records.cells {
        var bytes = Array(batch.records.bytes[cell.range])
        if encoding.encode(&bytes, from: 0) != nil { return false }
      }
    }
    return true
  }
}

extension TextEncoding {
  /// Creates the encoding with a name, for writing. For `utf-16`, the byte order mark states the
  /// byte order.
  init?(exportName name: String) {
    let isUTF16 = ["utf-16", "utf16"].contains(name.lowercased())
    guard let encoding = isUTF16 ? .utf16LittleEndian : TextEncoding(name: name) else { return nil }
    self = encoding
  }
}
