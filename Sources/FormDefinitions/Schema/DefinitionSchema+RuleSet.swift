import FormRules

extension DefinitionSchema {
  static var ruleSet: JSON {
    object(
      "A rule set: what makes a record of a form acceptable.",
      [
        ("rules", "The rule set's name: 1 to 63 of a-z, 0-9 and _.", scalar),
        ("form", "The form that it judges.", scalar),
        (
          "presets", "Lists of rules with a name, for the rule use.",
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
          "limits", "Over a limit an import is marked failed; its records are kept.",
          list(of: "limit")
        ),
        (
          "examples", "Records that must be accepted, or rejected by exactly the rules named.",
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
          [("type", "What text the parameter takes.", words(FieldType.names))] + typeOptions,
          required: ["type"]),
      ])
    ])
  }

  static var limit: JSON {
    let bounds = object(
      "A number, or a share such as 5%.",
      [("min", "At least so many.", scalar), ("max", "At most so many.", scalar)])
    return object(
      "A limit of an import.",
      Limit.Subject.allCases.map { ($0.rawValue, "How many \(meaning(of: $0)).", bounds) })
  }

  private static func meaning(of subject: Limit.Subject) -> String {
    switch subject {
    case .records: "records there are"
    case .rejected: "records are rejected"
    case .warned: "records have a warning"
    case .errors: "errors there are"
    }
  }

  static var example: JSON {
    let record = mapping(
      of: .object(["anyOf": .array([scalar, .object(["type": .string("null")])])]))
    return object(
      "An example, tried whenever the rule set is applied.",
      [
        ("accept", "A record that must be accepted.", record),
        ("reject", "A record that must be rejected.", record),
        ("because", "The ids of the rules that reject it, all of them.", texts),
      ])
  }

  static var messages: JSON {
    object(
      "A file of messages.",
      [
        ("messages", "The language, such as de or pt-BR.", scalar),
        ("codes", "Messages by code, in all fields.", mapping(of: scalar)),
        (
          "fields", "Messages by field, then by code; label names the field.",
          mapping(of: mapping(of: scalar))
        ),
        ("rules", "Messages by the id of a rule.", mapping(of: scalar)),
      ], required: ["messages"])
  }
}
