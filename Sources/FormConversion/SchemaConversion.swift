package import FormDefinitions
package import FormRules

/// The result of a conversion.
package struct ConvertedSchema: Sendable {
  package var text: String
  package var notes: [ConversionNote]
}

package enum SchemaConversion {
  /// Returns the language of a text.
  ///
  /// Returns nil for formrec's own definitions, and for text that is not YAML or JSON.
  package static func format(of text: String) -> SchemaFormat? {
    DocumentReader.read(text).nodes.first.flatMap(SchemaFormat.init)
  }

  /// Converts a schema to definitions, which are verified by reading them.
  ///
  /// - Parameter name: The name of the form, unless the schema specifies one.
  package static func definitions(
    _ text: String, _ format: SchemaFormat, name: String, file: String
  ) throws(DefinitionErrors) -> ConvertedSchema {
    let documents = DocumentReader.read(text)
    if let error = documents.error { throw DefinitionErrors([error], file: file) }
    guard documents.nodes.count == 1 else {
      throw DefinitionErrors(
        [DefinitionError("a schema must be a single document", at: .none)], file: file)
    }
    let schemas = format.read(documents.nodes[0], name: name)
    let errors = schemas.flatMap(\.errors)
    guard errors.isEmpty else { throw DefinitionErrors(errors, file: file) }
    var useful = schemas.filter { !$0.fields.isEmpty }
    guard !useful.isEmpty else {
      let reasons = schemas.flatMap(\.notes.all).map { note in
        DefinitionError("\(note.subject): \(note.text)", at: note.location)
      }
      throw DefinitionErrors(
        [DefinitionError("the schema contains no fields (\(format.rawValue))", at: .none)]
          + reasons,
        file: file)
    }
    for index in useful.indices { try useful[index].dropUnbindable(file: file) }
    let empty = schemas.filter(\.fields.isEmpty)
    return ConvertedSchema(
      text: useful.map(\.yaml).joined(separator: "---\n"),
      notes: (useful + empty).flatMap(\.notes.all))
  }

  /// Returns the JSON Schema of the records that a form and its rules accept, without rules that
  /// JSON Schema cannot express. Values of fields with a notation of their own are strings, whose
  /// description states the notation.
  package static func recordSchema(_ form: Form, _ rules: RuleSet?) -> JSON {
    var (form, rules) = (form, rules)
    for index in form.fields.indices {
      let field = form.fields[index]
      guard let notation = field.type.notation else { continue }
      form.fields[index].type = .text
      form.fields[index].presentation.help =
        [field.presentation.help, notation].compactMap(\.self).joined(separator: "\n")
      for part in rules?.fields.indices ?? 0..<0 where rules?.fields[part].field == field.name {
        // Other rules have constants and texts in another notation.
        rules?.fields[part].rules.removeAll { !["required", "blank"].contains($0.rule) }
      }
    }
    return JSONSchemaWriter.write(PortableSchema(form, rules, hasConditions: true))
  }

  /// Converts a form and its rules to a schema.
  ///
  /// - Throws: `DefinitionErrors` unless there is one form and at most one rule set, which belongs
  ///   to the form; if there is a source; or if the rules cannot be bound.
  package static func schema(
    _ definitions: [Definition], _ format: SchemaFormat, file: String? = nil
  ) throws(DefinitionErrors) -> ConvertedSchema {
    var forms: [Form] = []
    var ruleSets: [RuleSet] = []
    for definition in definitions {
      switch definition {
      case .form(let form): forms.append(form)
      case .ruleSet(let rules): ruleSets.append(rules)
      case .source(let source): throw .notConvertible(source)
      }
    }
    guard forms.count == 1, ruleSets.count <= 1,
      ruleSets.allSatisfy({ $0.form == forms[0].name })
    else {
      throw DefinitionErrors([
        DefinitionError(
          "a schema contains one form and at most one rule set; split the file", at: .none)
      ])
    }
    let name = forms[0].name
    do {
      _ = try Plan(form: forms[0], ruleSet: ruleSets.first ?? RuleSet(name: name, form: name))
    } catch {
      throw DefinitionErrors(error.errors, file: file)
    }
    let schema = PortableSchema(forms[0], ruleSets.first, hasConditions: format.hasConditions)
    return ConvertedSchema(
      text: format.write(schema).prettyText + "\n", notes: schema.notes.all)
  }
}

extension FieldType {
  /// A description of the notation, if the type has its own.
  fileprivate var notation: String? {
    guard hasOwnNotation else { return nil }
    return switch self {
    case .boolean(let words): "One of: \((words.yes + words.no).joined(separator: ", "))"
    case .decimal(let format):
      "A number such as \(format.text(ofCanonical: format.scale == 0 ? "-1234" : "-1234.5"))"
    default: "A \(name) in the format \(formatPatterns.joined(separator: " or "))"
    }
  }
}
