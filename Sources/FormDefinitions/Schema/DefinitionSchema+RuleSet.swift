import FormRules

extension DefinitionSchema {
  static var ruleSet: JSON {
    object(
      "A rule set: the rules by which records of a form are accepted.",
      [
        ("rules", "The rule set's name: 1 to 63 of a-z, 0-9 and _.", scalar),
        ("form", "The form to which it applies.", scalar),
        (
          "presets", "Named lists of rules, for the rule use.",
          mapping(of: reference("preset"))
        ),
        (
          "fields", "The rules of fields, by name or range of names (score_1..score_10).",
          mapping(of: reference("rules"))
        ),
        ("record", "The rules of whole records.", reference("rules")),
        (
          "parameters", "Parameters of a run, each with its type.",
          mapping(of: reference("runParameter"))
        ),
        (
          "limits", "An import that exceeds a limit is marked as failed; its records are kept.",
          list(of: "limit")
        ),
        (
          "examples", "Records that must be accepted, or rejected by exactly the specified rules.",
          list(of: "example")
        ),
      ], required: ["rules", "form"])
  }

  static var runParameter: JSON {
    .object([
      "anyOf": .array([
        words(FieldType.names),
        object(
          "A type with its options.",
          [("type", "The type of the parameter.", words(FieldType.names))] + typeOptions,
          required: ["type"]),
      ])
    ])
  }

  static var limitBounds: JSON {
    object(
      "A number or a percentage such as 5%.",
      [
        ("min", "The minimum.", scalar), ("max", "The maximum.", scalar),
        ("change", "The maximum difference from the preceding import of the source.", scalar),
      ])
  }

  static var limit: JSON {
    let columns = object(
      "What happens if a field has no column.",
      [
        (
          "missing", "refuse: the file is not imported; warn: the limit is exceeded.",
          words(Limit.MissingColumns.allCases.map(\.rawValue))
        )
      ])
    return object(
      "A limit of an import.",
      Limit.Subject.allCases.map {
        $0 == .columns
          ? ($0.rawValue, "The columns of the fields.", columns)
          : ($0.rawValue, "The number of \(meaning(of: $0)).", limitBounds)
      })
  }

  private static func meaning(of subject: Limit.Subject) -> String {
    switch subject {
    case .records: "records"
    case .rejected: "rejected records"
    case .warned: "records with a warning"
    case .errors: "errors"
    case .columns: "columns"
    }
  }

  static var example: JSON {
    let record = mapping(
      of: .object(["anyOf": .array([scalar, .object(["type": .string("null")])])]))
    return object(
      "An example, which is checked when the rule set is applied.",
      [
        ("accept", "A record that must be accepted.", record),
        ("reject", "A record that must be rejected.", record),
        ("because", "The ids of all rules that reject it.", texts),
      ])
  }

  static var messages: JSON {
    object(
      "A file of messages.",
      [
        ("messages", "The language, such as de or pt-BR.", scalar),
        ("codes", "Messages by code, in all fields.", mapping(of: scalar)),
        (
          "fields", "Messages by field and code; label is the label of the field.",
          mapping(of: mapping(of: scalar))
        ),
        ("rules", "Messages by the id of a rule.", mapping(of: scalar)),
      ], required: ["messages"])
  }
}
