import FormDefinitions
package import FormRules
import FormStore

extension FileCheck {
  /// What a program has to know that judges a whole in parts, as JSON.
  ///
  /// - Parameter columns: those of the whole, if they are known: then what each fills is said.
  /// - Throws: when the columns do not fit the form.
  package func description(columns: [String]?) throws(RecorderError) -> JSON {
    let (form, rules) = (plan.form.canonicalJSON(), plan.ruleSet.canonicalJSON())
    let references = plan.storedReferences
    let others = forms.filter { other in
      other.name != plan.form.name && references.contains { $0.form == other.name }
    }
    var members: [JSON.Member] = [
      .init("program", .string(ProgramVersion.number)),
      .init("form", .string(plan.form.name)), .init("formDigest", .string(form.digest)),
      .init("rules", .string(plan.ruleSet.name)), .init("rulesDigest", .string(rules.digest)),
      // One file with all that judging takes, reference lists included.
      .init(
        "definitions",
        .string((others.map { $0.canonicalJSON() } + [form, rules]).joined(separator: "\n---\n"))),
      .init("fields", .array(plan.form.fields.map { .string($0.name) })),
      .init("unique", .array(plan.uniquePositions.map { .string(plan.rules[$0].id) })),
      .init(
        "references",
        .array(references.map { .object(["form": .string($0.form), "field": .string($0.field)]) })),
      .init("limits", .array(plan.ruleSet.limits.map(\.json))),
    ]
    if let columns {
      var mapping = try ColumnMapping(form: plan.form, said: input.map)
      if plan.form.file.match == .position {
        try mapping.addByPosition(columns)
      } else {
        try mapping.add(columns)
      }
      try mapping.requireSaidColumns()
      try mapping.requireColumns()
      members.append(.init("columns", .array(mapping.columns.map { .optional($0.field) })))
    }
    return .object(members)
  }
}

extension String {
  /// SHA-256 of the text, hexadecimal; of canonical JSON the digest of a version.
  fileprivate var digest: String { Digest.of(Array(utf8)).hexadecimal }
}

extension Limit {
  fileprivate var json: JSON {
    .object([
      "of": .string(subject.rawValue), "min": .optional(min?.description),
      "max": .optional(max?.description),
    ])
  }
}
