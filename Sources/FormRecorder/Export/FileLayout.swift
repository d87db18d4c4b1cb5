import FormBytes
import FormInput
import FormRules
import FormStore

/// How the file is written that submissions came with, as far as an export of them follows it.
struct FileLayout: Hashable {
  /// What stands between cells; nil when nothing says.
  var delimiter: String?
  var encoding: TextEncoding

  /// The layout of an imported file. A workbook, JSON and single submissions have none: the form's takes
  /// its place.
  init(_ origin: ImportOrigin?, _ form: FileFormat?) {
    let isDelimited = origin?.delimiter != nil
    delimiter = isDelimited ? origin?.delimiter : form?.delimiter
    let name =
      isDelimited
      ? origin?.encoding?.split(separator: "-sig").first.map(String.init) : form?.encoding
    encoding = name.flatMap { TextEncoding(exportName: $0) } ?? .utf8
    // Shift_JIS lacks the characters of masks, for one.
    var mask = Array(ShownColumns.plainMask.utf8)
    if encoding.encode(&mask, from: 0) != nil { encoding = .utf8 }
  }
}

extension ExportSource {
  /// The layouts of the files that submissions came with, in the order of segments.
  func fileLayouts(_ segments: [VerdictSegment]) throws -> [FileLayout] {
    var layouts: [Int64: FileLayout] = [:]
    return try segments.map { segment in
      if let known = layouts[segment.importID] { return known }
      let layout = try fileLayout(segment)
      // Whether another segment fits into a narrow encoding is seen there.
      if layout.encoding.hasEveryCharacter || origins[segment.importID]?.delimiter != nil {
        layouts[segment.importID] = layout
      }
      return layout
    }
  }

  /// Corrections follow the file that they correct, whatever program saved them: their delimiter is that
  /// file's, and the encoding too if they came as a workbook, which has none. What came without an encoding
  /// of its own has to fit into the one that it gets.
  private func fileLayout(_ segment: VerdictSegment) throws -> FileLayout {
    let origin = origins[segment.importID]
    let form = words[segment.plan]?.plan?.form.file
    var layout = FileLayout(origin, form)
    if origin?.kind == "correction", let root = try store.correctedImport(segment.importID) {
      let corrected = FileLayout(
        try origins[root] ?? store.importOrigins(SubmissionFilter(importID: root))[root], form)
      layout.delimiter = corrected.delimiter ?? layout.delimiter
      if origin?.delimiter == nil { layout.encoding = corrected.encoding }
    }
    if origin?.delimiter == nil, try !fits(segment, layout.encoding) { layout.encoding = .utf8 }
    return layout
  }

  /// Whether an encoding has all characters of the submissions of a segment.
  private func fits(_ segment: VerdictSegment, _ encoding: TextEncoding) throws -> Bool {
    if encoding.hasEveryCharacter { return true }
    let pages = ReadAhead<ExportPage>(store.path, pages([segment]))
    var page = ExportPage()
    while try pages.next(&page) {
      for cell in page.records.cells {
        var bytes = Array(page.records.bytes[cell.range])
        if encoding.encode(&bytes, from: 0) != nil { return false }
      }
    }
    return true
  }
}

extension TextEncoding {
  /// The encoding of that name that an export writes. `utf-16` leaves the order of bytes to the byte order
  /// mark.
  init?(exportName name: String) {
    let isUTF16 = ["utf-16", "utf16"].contains(name.lowercased())
    guard let encoding = isUTF16 ? .utf16LittleEndian : TextEncoding(name: name) else { return nil }
    self = encoding
  }
}
