import FormBytes
import FormInput
import FormRules
import FormStore

/// The style of a CSV export.
struct CSVStyle {
  var delimiter: UInt8
  var encoding: TextEncoding
  var hasByteOrderMark: Bool
  /// Whether every byte is written as it was received.
  var isRaw: Bool
  /// Whether cells that a spreadsheet would evaluate as formulas get a leading apostrophe.
  var defusesFormulas: Bool
  /// Whether a rule has the severity warning or info, which adds a column of warnings.
  var hasWarnings: Bool
  /// Whether a malformed record is among the submissions, which adds columns for what its cells
  /// lack.
  var hasMalformed: Bool
  /// Writes the column `_check`, unless the export is raw.
  var checksum: SubmissionChecksum?

  /// The columns that the export adds.
  var addedColumns: [AddedColumn] {
    AddedColumn.allCases.filter {
      switch $0 {
      case .submission, .line, .errors: true
      case .check: checksum != nil
      case .warnings: hasWarnings
      case .rest, .raw: hasMalformed && !isRaw
      }
    }
  }
}

extension ExportInput {
  /// - Throws: `RecorderError` if the submissions belong to several forms: a CSV file has the
  ///   columns of one form.
  func requireOneForm(_ segments: [VerdictSegment]) throws(RecorderError) {
    let forms = Set(segments.compactMap { origins[$0.importID]?.form }).sorted()
    guard forms.count > 1 else { return }
    throw RecorderError(
      .ambiguous(forms),
      "there are submissions of \(forms.count) forms: \(forms.joined(separator: ", "))",
      .chooseForm, .splitByForm)
  }

  func style(_ segments: [VerdictSegment]) throws -> CSVStyle {
    // A raw export is for programs: RFC 4180 in UTF-8. Other exports use the layout of the imported
    // files.
    let layouts = request.isRaw ? [] : try fileLayouts(segments)
    let encoding = try encoding(layouts)
    if request.hasByteOrderMark == true, !encoding.hasEveryCharacter {
      throw RecorderError(
        .usage, "\(encoding.rawValue) has no byte order mark", .omitByteOrderMark)
    }
    let delimiter =
      if let delimiter = request.delimiter {
        try UInt8(requiredDelimiter: delimiter)
      } else {
        layouts.lazy.compactMap(\.delimiter?.utf8.first).first ?? .comma
      }
    return CSVStyle(
      delimiter: delimiter, encoding: encoding,
      // Without a byte order mark, Excel reads UTF-8 in the encoding of the system.
      hasByteOrderMark: request.hasByteOrderMark ?? (!request.isRaw && encoding.hasEveryCharacter),
      isRaw: request.isRaw, defusesFormulas: !request.isRaw && !request.keepsFormulas,
      hasWarnings: segments.contains { segment in
        descriptions[segment.planID]?.rules.values.contains { !$0.severity.rejects } == true
      },
      hasMalformed: try request.scope != .accepted
        && segments.contains { try store.hasMalformed($0.ids) },
      checksum: request.isRaw || !request.writesCheck
        ? nil : SubmissionChecksum(try store.hashKey()))
  }

  /// Returns the requested encoding, or the one that all imports have in common.
  private func encoding(_ layouts: [FileLayout]) throws(RecorderError) -> TextEncoding {
    if let name = request.encoding {
      guard let encoding = TextEncoding(exportName: name) else { throw .unknownEncoding(name) }
      return encoding
    }
    let encodings = Set(layouts.map(\.encoding))
    return encodings.count == 1 ? encodings.first ?? .utf8 : .utf8
  }
}
