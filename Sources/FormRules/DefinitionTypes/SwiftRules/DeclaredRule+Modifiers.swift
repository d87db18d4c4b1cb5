// Modifiers that can be chained: `.length(max: 80).severity(.warning).message("…")`. Each returns a
// changed copy.
extension DeclaredRule {
  /// Sets the id in reports, by default `field.rule`, or `field.rule.2` for the second rule with
  /// the same name.
  public func id(_ id: String) -> Self { changed { $0.id = id } }

  /// Sets a custom message, in which `{label}` and the names of the rule's parameters are replaced.
  public func message(_ text: String) -> Self { changed { $0.message = text } }

  /// Sets the message in another language.
  ///
  /// - Parameter language: The language code, such as `de` or `pt-BR`.
  public func message(_ text: String, language: String) -> Self {
    changed { $0.messageTranslations[language] = text }
  }

  /// Sets messages for single causes, by code: `["paymentCard.invalid": "…"]`. They take precedence
  /// over the message for all causes.
  ///
  /// - Parameter language: The language code of the texts; nil means the language of the rule set.
  public func message(_ texts: [String: String], language: String? = nil) -> Self {
    changed { entry in
      guard let language else {
        entry.causeMessages.merge(texts) { $1 }
        return
      }
      entry.causeMessageTranslations[language, default: [:]].merge(texts) { $1 }
    }
  }

  /// Sets a custom code that replaces the codes of the rule. The messages do not change.
  public func code(_ code: String) -> Self { changed { $0.code = code } }

  /// Sets custom codes that replace single codes of the rule: `["length.tooShort": "short"]`.
  public func code(_ codes: [String: String]) -> Self {
    changed { $0.codes.merge(codes) { $1 } }
  }

  /// Sets the severity of a failure: `warning` and `info` do not reject the record.
  public func severity(_ severity: Severity) -> Self { changed { $0.severity = severity } }

  /// Applies the rule only if a condition over the fields of the record is true, such as
  /// `country = 'DE' and age < 18`.
  public func when(_ condition: String) -> Self { changed { $0.when = Located(condition) } }

  /// Applies the rule only if the rules with these ids have passed; they must precede it.
  public func needs(_ ids: String...) -> Self {
    changed { $0.needs = ids.map { Located($0) } }
  }

  /// Applies the rule only in these scenarios.
  public func scenarios(_ names: String...) -> Self { changed { $0.scenarios = names } }

  /// Makes the rule evaluate missing and empty values, too, as empty text.
  public func validatesEmpty() -> Self { changed { $0.empty = .validate } }

  /// Makes the rule skip empty values, even if it is one that evaluates them, such as `required`.
  public func skipsEmpty() -> Self { changed { $0.empty = .skip } }

  /// Sets whether the rule sees the text without leading and trailing blanks.
  public func trimmed(_ trims: Bool = true) -> Self { changed { $0.trim = trims } }

  /// Sets which rules are skipped after a failure of this rule.
  public func stop(_ stop: RuleEntry.Stop) -> Self { changed { $0.stop = stop } }

  /// Sets the field at which the errors of a record rule are shown.
  public func at(_ field: String) -> Self { changed { $0.at = Located(field) } }
}
