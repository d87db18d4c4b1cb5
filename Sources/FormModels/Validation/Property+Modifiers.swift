public import FormRules

// Modifiers that can be chained. Each returns a changed copy.
extension Property {
  /// Sets the name of the property in messages, which by default is that of the field.
  public func label(_ text: String) -> Property { changed { $0.field.label = text } }

  /// Sets the name of the property in messages in another language.
  ///
  /// - Parameter language: The language code, such as `de` or `pt-BR`.
  public func label(_ text: String, language: String) -> Property {
    changed { $0.field.labelTranslations[language] = text }
  }

  /// Sets the type for reading the value's text, if it differs from the Swift type: a `String` that
  /// contains a number or a date.
  public func type(_ type: FieldType) -> Property { changed { $0.field.type = type } }

  /// Makes rules see the text without leading and trailing blanks. `validated` removes them.
  public func trimmed() -> Property { changed { $0.field.trim = true } }

  /// Makes a recorder mask the value in reports and exports.
  public func sensitive() -> Property { changed { $0.field.sensitive = true } }

  /// Sets the position among the properties: they are evaluated by ascending order, and in sequence
  /// if it is equal. The default is 100.
  public func order(_ order: Int) -> Property { changed { $0.order = order } }

  /// Adds rules, which several properties may share. They follow the others.
  public func adding(_ rules: [RuleEntry]) -> Property {
    changed { $0.rules += rules.map { ModelRule($0) } }
  }

  private func changed(_ change: (inout Property) -> Void) -> Property {
    var property = self
    change(&property)
    return property
  }
}
