/// Requires a size in bytes within bounds.
struct ByteSizeRule: Rule {
  static let name = "byteSize"
  static let documentation = RuleDocumentation(
    "The text, or what it holds in Base64, has a size in bytes within bounds.",
    discussion: """
      Text is counted in UTF-8. `encoding: base64` counts the bytes that the text stands for (RFC \
      4648, with padding; blanks and line breaks are not taken). The content of a file that is named \
      by a path is not looked at: rules do no input or output.
      """,
    types: ["text", "file"],
    parameters: [
      .init("min", "At least so many bytes; 0 unless said."),
      .init("max", "At most so many bytes; no limit unless said."),
      .init("encoding", "`none` (unless said) or `base64`."),
    ],
    codes: [
      .init("byteSize.tooSmall", "{label} must have at least {min} bytes, not {size}."),
      .init("byteSize.tooLarge", "{label} must have at most {max} bytes, not {size}."),
      .init("byteSize.encoding", "{label} must be written in Base64."),
    ],
    examples: [
      .init(["min": 2, "max": 3], accepts: ["ab", "\u{20AC}"], rejects: ["a"]),
      .init(["max": 3], accepts: ["abc"], rejects: ["\u{1F600}"], code: "byteSize.tooLarge"),
      .init(
        ["min": 4, "max": 5, "encoding": "base64"], accepts: ["YWJjZA==", "YWJjZGU="],
        rejects: ["YWJj"]),
      .init(
        ["max": 9, "encoding": "base64"], accepts: ["YWJj", "YQ=="],
        rejects: ["YWJ", "Y===", "YW=j", "YW J", "Y-_j", "=YWJ"], code: "byteSize.encoding"),
    ])

  private enum Encoding: String, CaseIterable {
    case none, base64
  }

  private let min, max: Int
  private let encoding: Encoding

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    min = try parameters.integer("min") ?? 0
    max = try parameters.integer("max") ?? Int.max
    encoding = try parameters.choice("encoding", default: .none)
    if parameters["min"] == nil, parameters["max"] == nil {
      throw parameters.error("needs min or max")
    }
    if min > max { throw parameters.error("min \(min) is above max \(max)", at: "max") }
    if parameters.field?.type == .file, encoding == .none {
      throw parameters.error("takes the content of a file in Base64; say encoding: base64")
    }
  }

  var arguments: [MessageArgument] {
    [MessageArgument("min", min), MessageArgument("max", max)]
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> Failure? {
    guard let size = encoding == .none ? text.count : Self.sizeFromBase64(text) else {
      return Failure("byteSize.encoding")
    }
    if size < min { return Failure("byteSize.tooSmall", [MessageArgument("size", size)]) }
    return size > max ? Failure("byteSize.tooLarge", [MessageArgument("size", size)]) : nil
  }

  private static func sizeFromBase64(_ text: Span<UInt8>) -> Int? {
    guard text.count % 4 == 0 else { return nil }
    var end = text.count
    while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    for index in 0..<end {
      let byte = text[index]
      guard
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "+")
          || byte == UInt8(ascii: "/")
      else { return nil }
    }
    return text.count / 4 * 3 - (text.count - end)
  }
}
