/// Requires a size in bytes within bounds.
struct ByteSizeRule: Rule {
  static let name = "byteSize"
  static let documentation = RuleDocumentation(
    "The text, or the file that it names or holds, has a size in bytes within bounds.",
    discussion: """
      Text is counted in UTF-8. `encoding: base64` counts the bytes that the text stands for; blanks \
      and line breaks are not taken.

      \(FileSource.discussion)
      """,
    types: ["text", "file"],
    parameters: [
      .integer("min", "At least so many bytes.", usual: 0),
      .integer("max", "At most so many bytes.", unsaid: "no limit"),
      .choice(
        "encoding",
        "`none` counts the text itself, `path` names a file, `base64` is its "
          + "content.", of: RuleEntry.ByteEncoding.self,
        unsaid: "path on a field of type file, none on text"),
    ],
    codes: [
      .init(
        "byteSize.tooSmall",
        "{label} must have at least {min, plural, one {# byte} other {# bytes}}, not {size}."),
      .init(
        "byteSize.tooLarge",
        "{label} must have at most {max, plural, one {# byte} other {# bytes}}, not {size}."),
    ] + FileSource.codes(of: name),
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
  /// Nil counts the text itself.
  private let source: FileSource?

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    min = try parameters.number("min")
    max = try parameters.integer("max") ?? Int.max
    let countsText =
      try parameters.field?.type == .file ? false : parameters.text("encoding") ?? "none" == "none"
    source = countsText ? nil : try FileSource(parameters)
    if parameters["min"] == nil, parameters["max"] == nil {
      throw parameters.error("needs min or max")
    }
    if min > max { throw parameters.error("min \(min) is above max \(max)", at: "max") }
  }

  var arguments: [MessageArgument] {
    [MessageArgument("min", min), MessageArgument("max", max)]
  }

  var demands: [RuleDemand] { source?.demands ?? [] }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    let size: Int
    do throws(FileSource.Refusal) {
      size = try source?.size(text, record) ?? text.count
    } catch {
      return error.answer
    }
    if size < min { return .fails("byteSize.tooSmall", [MessageArgument("size", size)]) }
    return size > max ? .fails("byteSize.tooLarge", [MessageArgument("size", size)]) : .passes
  }
}
