/// One way in which a rule can fail: its code and the source of its message.
///
/// A rule has one cause for each code that it documents. A rule with nested rules has their causes,
/// under the codes that the definition specifies, so two causes may share a code.
package struct RuleCause: Sendable {
  /// The code in errors.
  var code: String
  /// The documented code, which identifies the message in all languages.
  let source: String
  /// The documented message, in English.
  let english: String
  /// Whether it means that a service did not answer.
  let isUnanswered: Bool
  /// Messages that the nested entry or its preset defines.
  var messages = CauseMessages()
  /// The arguments of the nested rule, without those that depend on the value.
  package var arguments: [MessageArgument] = []
  /// The index of the nested rule that it belongs to.
  var nestedRule = 0
  /// Distinguishes causes with the same code in errors; nil if the code is unique.
  fileprivate(set) var key: String?

  init(_ code: RuleDocumentation.Code) {
    (self.code, source, english) = (code.code, code.code, code.message)
    isUnanswered = code.isUnanswered
  }

  /// The name of the argument that holds the key.
  package static let keyName = "cause"

  /// The name of the message argument that holds the code of the nested rule.
  static let failedName = "failed"

  /// The argument that identifies this cause in an error.
  var argument: MessageArgument? { key.map { MessageArgument(Self.keyName, $0) } }
}

extension RuleDocumentation {
  /// One cause for each documented code.
  var causes: [RuleCause] { codes.map { RuleCause($0) } }
}

/// Custom messages of a rule: for all its causes, or for single causes by their codes.
struct CauseMessages: Sendable {
  /// The message for all causes, in the language of the author, and by language code.
  var message: String?
  var messages: [String: String] = [:]
  /// The messages for single causes: by code, and by language code and code.
  var byCode: [String: String] = [:]
  var byCodeInLanguages: [String: [String: String]] = [:]
  /// The documented code whose message replaces those of all causes, in every language.
  var messageCode: RuleDocumentation.Code?

  /// The languages of the messages, without that of the author.
  var languages: [String] { Array(messages.keys) + Array(byCodeInLanguages.keys) }

  /// All messages, each with its language; the language of the author counts as English.
  var texts: [(language: String, text: String)] {
    ([message].compactMap { $0 } + byCode.values).map { ("en", $0) }
      + messages.map { ($0.key, $0.value) }
      + byCodeInLanguages.flatMap { language, texts in texts.values.map { (language, $0) } }
  }

  /// Whether there are no messages.
  var isEmpty: Bool { messageCode == nil && texts.isEmpty }

  // A message for all causes applies only to causes that concern the value: "already taken" would
  // be wrong if the service does not answer.

  /// Returns the message in the language of `localization`; nil if there is none in that language.
  func text(of cause: RuleCause?, _ code: String, in localization: Localization) -> String? {
    for name in [code, cause?.source].compactMap({ $0 }) {
      let texts = byCodeInLanguages.compactMapValues { $0[name] }
      if let text = localization.text(texts) { return text }
    }
    return cause?.isUnanswered == true ? nil : localization.text(messages)
  }

  /// Returns the message in the author's language.
  func text(of cause: RuleCause?, _ code: String) -> String? {
    byCode[code] ?? cause.flatMap { byCode[$0.source] }
      ?? (cause?.isUnanswered == true ? nil : message)
  }
}

extension [RuleCause] {
  /// Sets the keys of causes that share a code: the documented code and, if that is the same, a
  /// number.
  func withKeys() -> Self {
    var causes = self
    for index in causes.indices {
      let same = indices.filter { self[$0].code == self[index].code }
      guard same.count > 1 else { continue }
      let source = self[index].source
      let number = same.prefix { $0 <= index }.count { self[$0].source == source }
      causes[index].key = number == 1 ? source : "\(source)/\(number)"
    }
    return causes
  }

  /// Returns the cause of an error with this code and these arguments.
  package func cause(_ code: String, _ arguments: [MessageArgument]) -> RuleCause? {
    let key = arguments.first { $0.name == RuleCause.keyName }?.value
    return first { $0.code == code && $0.key == key } ?? first { $0.code == code }
  }
}
