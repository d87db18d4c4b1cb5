/// One way in which a rule can fail: its code, and where the message is.
///
/// A rule has a cause for each code that it documents. One that has rules inside has theirs, under
/// the names that were given to them; so two causes may have one code.
package struct RuleCause: Sendable {
  /// What errors say.
  var code: String
  /// The documented code, by which every language has its message.
  let source: String
  /// The documented message, in English.
  let english: String
  /// Whether it says that something outside did not answer.
  let isUnanswered: Bool
  /// Messages of its own, of a preset.
  var own = CauseMessages()
  /// What messages may name of the rule inside, but for what depends on the value.
  var arguments: [MessageArgument] = []
  /// Which of the rules inside it belongs to.
  var part = 0
  /// What errors say besides when several causes have the code; nil when there is only this one.
  fileprivate(set) var key: String?

  init(_ code: RuleDocumentation.Code) {
    (self.code, source, english) = (code.code, code.code, code.message)
    isUnanswered = code.isUnanswered
  }

  /// The name of the argument that holds the key.
  static let keyName = "cause"

  /// The name by which messages of rules with rules inside may say the code.
  static let failedName = "failed"

  /// The argument by which an error says that it is this one.
  var argument: MessageArgument? { key.map { MessageArgument(Self.keyName, $0) } }
}

extension RuleDocumentation {
  /// The causes of a rule that fails as it documents.
  var causes: [RuleCause] { codes.map { RuleCause($0) } }
}

/// Messages of one's own for a rule: of all its causes, or of single ones by their codes.
struct CauseMessages: Sendable {
  /// For all causes, in whatever language the author wrote it, and by language.
  var message: String?
  var messages: [String: String] = [:]
  /// For single causes, likewise.
  var byCode: [String: String] = [:]
  var byCodeInLanguages: [String: [String: String]] = [:]
  /// The documented code whose message stands for those of all causes, in every language.
  var borrowed: RuleDocumentation.Code?

  /// The languages that it has messages in, but for the author's.
  var languages: [String] { Array(messages.keys) + Array(byCodeInLanguages.keys) }

  /// All of them, each with its language; the author's counts as English.
  var texts: [(language: String, text: String)] {
    ([message].compactMap { $0 } + byCode.values).map { ("en", $0) }
      + messages.map { ($0.key, $0.value) }
      + byCodeInLanguages.flatMap { language, texts in texts.values.map { (language, $0) } }
  }

  /// Whether there is none.
  var isEmpty: Bool { borrowed == nil && texts.isEmpty }

  // A message for all causes is for those that say something of the value: "already taken" is wrong
  // when the service is down.

  /// The message in that language alone.
  func text(of cause: RuleCause?, _ code: String, in localization: Localization) -> String? {
    for name in [code, cause?.source].compactMap({ $0 }) {
      let texts = byCodeInLanguages.compactMapValues { $0[name] }
      if let text = localization.text(texts) { return text }
    }
    return cause?.isUnanswered == true ? nil : localization.text(messages)
  }

  /// The message in the author's language.
  func text(of cause: RuleCause?, _ code: String) -> String? {
    byCode[code] ?? cause.flatMap { byCode[$0.source] }
      ?? (cause?.isUnanswered == true ? nil : message)
  }
}

extension [RuleCause] {
  /// Tells causes of one code apart, by the documented code and, where that is the same, a number.
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

  /// The cause of an error.
  func cause(_ code: String, _ arguments: [MessageArgument]) -> RuleCause? {
    let key = arguments.first { $0.name == RuleCause.keyName }?.value
    return first { $0.code == code && $0.key == key } ?? first { $0.code == code }
  }
}
