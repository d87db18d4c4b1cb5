// Files: their size, what they are, and images. Values of `Data` hold the content themselves.
extension RuleEntry {
  /// The text, or the file that it names or holds, has a size in bytes within bounds.
  public static func byteSize(
    min: Int? = nil, max: Int? = nil, encoding: ByteEncoding? = nil
  ) -> RuleEntry {
    RuleEntry(ByteSizeRule.self, ["min": min, "max": max, "encoding": encoding])
  }

  /// The file is of one of these kinds or media types, by what its bytes say.
  public static func media(
    _ kinds: MediaKind..., types: [String]? = nil, encoding: FileEncoding? = nil
  ) -> RuleEntry {
    RuleEntry(
      MediaRule.self,
      [
        "kinds": kinds.isEmpty ? nil : ParameterList(kinds), "types": ParameterList(types),
        "encoding": encoding,
      ])
  }

  /// The file is an image whose size in pixels, and its width divided by its height, lie within
  /// bounds.
  ///
  /// - Parameters:
  ///   - minSize: both dimensions: `"640x480"`, or one number; so is `maxSize`.
  ///   - minRatio: a decimal number, or `"16:9"`; so is `maxRatio`.
  public static func image(
    minWidth: Int? = nil, maxWidth: Int? = nil, minHeight: Int? = nil, maxHeight: Int? = nil,
    minSize: (any FormValue)? = nil, maxSize: (any FormValue)? = nil,
    minRatio: (any FormValue)? = nil, maxRatio: (any FormValue)? = nil,
    encoding: FileEncoding? = nil
  ) -> RuleEntry {
    RuleEntry(
      ImageRule.self,
      [
        "minWidth": minWidth, "maxWidth": maxWidth, "minHeight": minHeight,
        "maxHeight": maxHeight, "minSize": minSize.map { ParameterOperand($0) },
        "maxSize": maxSize.map { ParameterOperand($0) },
        "minRatio": minRatio.map { ParameterOperand($0) },
        "maxRatio": maxRatio.map { ParameterOperand($0) }, "encoding": encoding,
      ])
  }

  /// What is counted in bytes.
  public enum ByteEncoding: String, ParameterValue, CaseIterable, Sendable {
    /// The text in UTF-8.
    case utf8 = "none"
    /// The file at that path.
    case path
    /// What the text holds in Base64.
    case base64
  }

  /// How a field has a file; a `data:` URI is taken in any case.
  public enum FileEncoding: String, ParameterValue, CaseIterable, Sendable {
    /// As the path of a file.
    case path
    /// As its content in Base64.
    case base64
  }

  /// Kinds of files.
  public enum MediaKind: String, ParameterValue, CaseIterable, Sendable {
    /// By what people do with them.
    case image, video, audio, archive, document, text, font, executable
  }
}
