import FormBytes

/// The format of a file of records. To add one, see CONTRIBUTING.md.
package enum RecordFormat: String, Sendable, CaseIterable {
  case csv, tsv, ndjson, json
  /// A sheet of a workbook.
  case xlsx

  /// The properties in which formats differ.
  package struct Properties: Sendable {
    /// The extensions of file names, without the dot.
    package var fileExtensions: [String]
    /// The media types. The first one is preferred.
    package var mediaTypes: [String]
    /// Whether the file is text, which may be an entry of a zip file.
    package var isText = true
    /// Whether records have columns instead of keys.
    package var hasColumns: Bool
    /// Whether a part of a file can be read without the rest.
    package var canBeSplit: Bool
  }

  package var properties: Properties {
    switch self {
    case .csv:
      Properties(
        fileExtensions: ["csv"], mediaTypes: ["text/csv"], hasColumns: true, canBeSplit: true)
    case .tsv:
      Properties(
        fileExtensions: ["tsv", "tab"], mediaTypes: ["text/tab-separated-values"],
        hasColumns: true, canBeSplit: true)
    case .ndjson:
      Properties(
        fileExtensions: ["ndjson", "jsonl"],
        mediaTypes: ["application/x-ndjson", "application/jsonl", "application/x-jsonlines"],
        hasColumns: false, canBeSplit: true)
    case .json:
      Properties(
        fileExtensions: ["json"], mediaTypes: ["application/json"], hasColumns: false,
        canBeSplit: false)
    case .xlsx:
      Properties(
        fileExtensions: ["xlsx"],
        mediaTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
        isText: false, hasColumns: true, canBeSplit: false)
    }
  }

  /// Creates the format with a media type. Returns nil for any other type.
  package init?(mediaType: String) {
    guard let format = Self.allCases.first(where: { $0.properties.mediaTypes.contains(mediaType) })
    else { return nil }
    self = format
  }

  /// Creates the format of a text file from its name and initial content.
  init(name: String, content: Span<UInt8>) {
    switch Self.allCases.first(where: { $0.properties.isText && $0.isFormat(ofFile: name) }) {
    case nil: self = RecordFormat(content: content) ?? .csv
    // The extension is also used for NDJSON.
    case .json: self = RecordFormat(content: content) ?? .json
    case let format?: self = format
    }
  }

  /// Returns whether a file name has an extension of the format, optionally followed by that of a
  /// compressed file.
  func isFormat(ofFile name: String) -> Bool {
    var name = name.lowercased()[...]
    let packing = CompressionFormat.allCases.compactMap(\.fileExtension)
    if let suffix = packing.first(where: { name.hasSuffix(".\($0)") }) {
      name = name.dropLast(suffix.count + 1)
    }
    return properties.fileExtensions.contains { name.hasSuffix(".\($0)") }
  }

  /// Creates the JSON format of a file from its initial content. Returns nil for other text.
  private init?(content: Span<UInt8>) {
    var scanner = JSONScanner(content, from: content.starts(with: "\u{FEFF}") ? 3 : 0)
    if scanner.skipBlanksAnd(.openBracket) {
      scanner.skipBlanks()
      guard scanner.current == .openBrace || scanner.current == .closeBracket else { return nil }
      self = .json
    } else if scanner.skipBlanksAnd(.openBrace) {
      let start = scanner.position - 1
      scanner.skipBlanks()
      guard scanner.current == .quote || scanner.current == .closeBrace else { return nil }
      let lineEnd = content.firstLineEnd(in: start..<content.count)
      // An object on one line is the first of many; an object that continues after its line is the
      // only one.
      let isOneLine =
        lineEnd == content.count
        || content.extracting(..<lineEnd).isCompleteJSONValue(from: start)
      self = isOneLine ? .ndjson : .json
    } else {
      return nil
    }
  }
}

extension Span<UInt8> {
  /// Returns whether the text from `start` is one complete JSON value, valid or not.
  fileprivate func isCompleteJSONValue(from start: Int) -> Bool {
    var scanner = JSONScanner(self, from: start)
    scanner.checksKeys = false
    do throws(JSONError) {
      _ = try scanner.value()
      return true
    } catch {
      // An incomplete value fails at its end.
      return error.position < count
    }
  }
}
