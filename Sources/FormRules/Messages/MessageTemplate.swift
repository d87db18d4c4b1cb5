/// Fills the `{names}` of a message in.
package enum MessageTemplate {
  /// - Parameters:
  ///   - arguments: looked up in order, so that earlier ones win.
  ///   - fallback: what stands for a name without an argument; nil leaves it as it is.
  package static func fill(
    _ template: String, _ arguments: [MessageArgument] = [], orElse fallback: String? = nil
  ) -> String {
    guard template.utf8.contains(UInt8(ascii: "{")) else { return template }
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let name = rest[rest.index(after: open)..<close]
      if let argument = arguments.first(where: { $0.name == name }) {
        result += argument.value
      } else {
        result += fallback ?? String(rest[...close])
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

extension PlanRule {
  /// The message of a failure of this rule, in words.
  ///
  /// - Parameters:
  ///   - code: what went wrong.
  ///   - arguments: what depends on the value.
  ///   - label: the field's display name; nil for a record rule.
  ///   - value: the value, only when it was asked for; `{value}` is `•••` otherwise.
  ///   - language: a language code, such as `de`; English when there is nothing in that language.
  package func message(
    code: String, arguments: [MessageArgument] = [], label: String?, value: String? = nil,
    language: String = "en"
  ) -> String {
    let template =
      messages[language] ?? message ?? codes.first { $0.code == code }?.message
      ?? ReaderMessages.english[code] ?? "{label}: \(code)"
    let known =
      arguments + self.arguments + [
        MessageArgument("label", label ?? "The record"), MessageArgument("value", value ?? "•••"),
      ]
    return MessageTemplate.fill(template, known)
  }

  /// The rule in words, with its fixed arguments filled in: what is stored for those who read the
  /// database with SQL. Of several messages the one that these arguments fill best is taken; what
  /// depends on the value stands as `…`.
  package func words(label: String?) -> String {
    let texts = codes.map { message(code: $0.code, label: label) }
    let best = texts.min { a, b in a.count { $0 == "{" } < b.count { $0 == "{" } }
    return MessageTemplate.fill(best ?? "The record can be read.", orElse: "…")
  }
}

/// What the reader's own codes mean.
package enum ReaderMessages {
  /// English messages by code.
  package static let english = [
    "csv.tooFewFields": "The record has {found} fields, {expected} are needed.",
    "csv.tooManyFields": "The record has {found} fields, {expected} are expected.",
    "csv.strayQuote":
      "A quote stands where none may: quote the whole cell and double quotes in it.",
    "csv.unterminatedQuote": "A quote opens here and never closes.",
    "csv.encoding": "The bytes are not text in the file's encoding.",
    "csv.nul": "There is a NUL byte in the record.",
    "csv.tooLong": "The record is longer than a record may be.",
    "json.syntax": "The line is not JSON.",
    "json.duplicateKey": "A key stands twice in the object.",
    "json.tooDeep": "The JSON is nested too deeply.",
    "json.notAnObject": "The line is JSON, but not an object.",
  ]
}
