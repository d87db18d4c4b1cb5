// What modifies a rule, chained: `.length(max: 80).severity(.warning).message("…")`. Each gives a
// changed copy.
extension RuleEntry {
  /// The id in reports, instead of `field.rule`. Two rules of one name on a field need it.
  public func id(_ id: String) -> RuleEntry { changed { $0.id = id } }

  /// A message of one's own, in which `{label}` and the rule's parameters are filled in.
  public func message(_ text: String) -> RuleEntry { changed { $0.message = text } }

  /// The same in another language, by its code, such as `de` or `pt-BR`.
  public func message(_ text: String, language: String) -> RuleEntry {
    changed { $0.messages[language] = text }
  }

  /// Messages for single causes, by the code of each: `["paymentCard.invalid": "…"]`. They go before
  /// the one message for all.
  ///
  /// - Parameter language: the language of the texts, by its code; nil for the rule set's own.
  public func message(_ texts: [String: String], language: String? = nil) -> RuleEntry {
    changed { entry in
      guard let language else {
        entry.causeMessages.merge(texts) { $1 }
        return
      }
      entry.causeMessagesInLanguages[language, default: [:]].merge(texts) { $1 }
    }
  }

  /// A code of one's own in place of the rule's. The rule's messages stay.
  public func code(_ code: String) -> RuleEntry { changed { $0.code = code } }

  /// Codes of one's own in place of single ones of the rule's: `["length.tooShort": "short"]`.
  public func code(_ codes: [String: String]) -> RuleEntry {
    changed { $0.codes.merge(codes) { $1 } }
  }

  /// What a failure means: a `warning` or `info` makes nothing invalid.
  public func severity(_ severity: Severity) -> RuleEntry { changed { $0.severity = severity } }

  /// The rule applies only where a condition over the record's fields is true, such as
  /// `country = 'DE' and age < 18`.
  public func when(_ condition: String) -> RuleEntry { changed { $0.when = Located(condition) } }

  /// The rule applies only where the rules of these ids have passed; they must stand before it.
  public func needs(_ ids: String...) -> RuleEntry {
    changed { $0.needs = ids.map { Located($0) } }
  }

  /// The rule applies only in these scenarios.
  public func scenarios(_ names: String...) -> RuleEntry { changed { $0.scenarios = names } }

  /// The rule judges missing and empty values too, as empty text.
  public func validatesEmpty() -> RuleEntry { changed { $0.empty = .validate } }

  /// The rule leaves empty values out, also one that looks at them, such as `required`.
  public func skipsEmpty() -> RuleEntry { changed { $0.empty = .skip } }

  /// Whether the rule sees the text without blanks at its ends.
  public func trimmed(_ trims: Bool = true) -> RuleEntry { changed { $0.trim = trims } }

  /// What is left out after a failure of this rule.
  public func stop(_ stop: Stop) -> RuleEntry { changed { $0.stop = stop } }

  /// For rules of whole records: the field that errors are shown at.
  public func at(_ field: String) -> RuleEntry { changed { $0.at = Located(field) } }

  private func changed(_ change: (inout RuleEntry) -> Void) -> RuleEntry {
    var entry = self
    change(&entry)
    return entry
  }
}
