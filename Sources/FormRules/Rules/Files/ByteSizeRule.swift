/// Requires a size in bytes within bounds.
struct ByteSizeRule: Rule {
  static let name = "byteSize"
  static let readsFiles = true
  static let min = Parameter<Int>(
    "min", effect: .stricterIfGreater, "The minimum number of bytes.", default: 0)
  static let max = Parameter<Int?>(
    "max", effect: .looserIfGreater, "The maximum number of bytes.", whenAbsent: "no limit")
  static let encoding = Parameter<RuleEntry.ByteEncoding?>(
    "encoding", effect: .unknown,
    "What is counted: the text itself (`none`), the file with this `path`, or the "
      + "content encoded in `base64`.", whenAbsent: "path on a field of type file, none on text")

  static let documentation = RuleDocumentation(
    "The size of the text, or of the file that it names or contains, is within bounds.",
    discussion: """
      The size of text is that of its UTF-8 form. `encoding: base64` counts the decoded bytes; \
      spaces and line breaks are not accepted.

      \(FieldFile.discussion)
      """,
    types: ["text", "file"],
    parameters: [min, max, encoding],
    codes: [
      .init(
        "byteSize.tooSmall",
        "{label} must have at least {min, plural, one {# byte} other {# bytes}}, not {size}."),
      .init(
        "byteSize.tooLarge",
        "{label} must have at most {max, plural, one {# byte} other {# bytes}}, not {size}."),
    ] + FieldFile.codes(of: name),
    examples: [
      .init(["min": 2, "max": 3], accepts: ["ab", "\u{20AC}"], rejects: ["a"]),
      .init(["max": 3], accepts: ["abc"], rejects: ["\u{1F600}"], code: "byteSize.tooLarge"),
      .init(
        ["min": 4, "max": 5, "encoding": "base64"], accepts: ["YWJjZA==", "YWJjZGU="],
        rejects: ["YWJj"]),
      .init(
        ["max": 9, "encoding": "base64"], accepts: ["YWJj", "YQ=="],
        rejects: ["YWJ", "Y===", "YW=j", "YW J", "Y-_j", "=YWJ"], code: "byteSize.encoding"),
      .init(
        ["max": 3], type: .file, accepts: ["data:;base64,YWJj", "data:,a%20b", "data:,"],
        rejects: ["data:;base64,YWJjZA==", "data:text/plain,abcd"], code: "byteSize.tooLarge"),
    ])

  private let min, max: Int
  /// The file that is measured; nil if the text itself is.
  private let file: FieldFile?

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    min = try parameters[Self.min]
    max = try parameters[Self.max] ?? Int.max
    let countsText =
      try parameters.field?.type == .file ? false : parameters[Self.encoding] ?? .utf8 == .utf8
    file = countsText ? nil : try FieldFile(parameters)
    if parameters.node(Self.min) == nil, parameters.node(Self.max) == nil {
      throw parameters.error("requires min or max", .missing(nil))
    }
    if min > max {
      throw parameters.error("min \(min) is above max \(max)", .conflict, at: Self.max)
    }
  }

  var arguments: [MessageArgument] {
    [MessageArgument("min", min), MessageArgument("max", max)]
  }

  var externalInputs: [ExternalInput] { file?.externalInputs ?? [] }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    let size: Int
    do throws(FieldFile.Refusal) {
      size = try file?.size(text, record) ?? text.count
    } catch {
      return error.result
    }
    if size < min { return .fails("byteSize.tooSmall", [MessageArgument("size", size)]) }
    return size > max ? .fails("byteSize.tooLarge", [MessageArgument("size", size)]) : .passes
  }
}

extension RuleEntry {
  /// What is counted.
  public enum ByteEncoding: String, ParameterValue, CaseIterable, Sendable {
    /// The text itself, in UTF-8.
    case utf8 = "none"
    /// The file whose path is the text.
    case path
    /// The content that the text encodes in Base64.
    case base64
  }
}
