import FormBytes
import FormDefinitions
import FormHashing
import FormInput
package import FormRules

extension FileCheck {
  /// A JSON description for a program that judges an input in parts.
  ///
  /// - Parameter columns: The columns of the whole input, if they are known. The description then
  ///   includes the field of each. It may lack keys of a JSON file.
  /// - Throws: If the columns do not match the form.
  package func description(columns: [String]?) throws(RecorderError) -> JSON {
    let (form, rules) = (plan.form.canonicalJSON(), plan.ruleSet.canonicalJSON())
    let references = plan.storedReferences
    let others = forms.filter { other in
      other.name != plan.form.name && references.contains { $0.form == other.name }
    }
    var members: [JSON.Member] = [
      .init("program", .string(ProgramVersion.judging)),
      .init("form", .string(plan.form.name)),
      .init("formDigest", .string(Digest.hexadecimal(of: form))),
      .init("rules", .string(plan.ruleSet.name)),
      .init("rulesDigest", .string(Digest.hexadecimal(of: rules))),
      // A single file with all definitions that judging requires, including reference lists.
      .init(
        "definitions",
        .string(
          (others.map { $0.canonicalJSON() } + [form, rules]
            + [sourceDefinition?.canonicalJSON()].compactMap(\.self)).joined(separator: "\n---\n"))),
      .init("fields", .array(plan.form.fields.map(\.json))),
      .init("unique", .array(plan.statefulRulePositions.map { .string(plan.rules[$0].id) })),
      .init(
        "uniqueReads", .array(plan.statefulRuleFields.map { .string(plan.form.fields[$0].name) })),
      .init("counting", .array(plan.countingRulePositions.map { .string(plan.rules[$0].id) })),
      .init("references", .array(references.map { .string($0.name) })),
      // A program that judges parts does not know the columns of JSON files.
      .init("limits", .array(limits.filter { $0.missing == nil }.map(\.json))),
    ]
    if let columns { members.append(.init("columns", .array(try fields(of: columns)))) }
    return .object(members)
  }

  /// The field of each column, also according to the definition of the source.
  private func fields(of columns: [String]) throws(RecorderError) -> [JSON] {
    var mapping = try ColumnMapping(form: plan.form, mapped: adoptedInput.mappedColumns)
    if input.format == RecordFormat.ndjson.rawValue {
      // Several keys may mean the same field in different records.
      return columns.map { .optional(mapping.field(ofKey: $0).map { plan.form.fields[$0].name }) }
    }
    try mapping.add(header: columns)
    try mapping.requireMappedColumns()
    try mapping.requireColumns()
    try mapping.requireKnownColumns(.csv)
    return mapping.columns.map { .optional($0.field) }
  }
}

extension Field {
  /// The name, the type and the format of the type's values.
  fileprivate var json: JSON {
    var members: [JSON.Member] = [.init("name", .string(name)), .init("type", .string(type.name))]
    switch type {
    case .decimal(let format):
      members += [
        .init("scale", .optional(format.scale)), .init("point", .string(format.point)),
        .init("group", .array(format.group.map(JSON.string))),
        .init("grouping", .string(format.grouping.rawValue)),
        .init("strip", .array(format.strip.map(JSON.string))),
        .init("negative", .array(format.negative.map { .string($0.rawValue) })),
      ]
    case .boolean(let words):
      members += [
        .init("true", .array(words.yes.map(JSON.string))),
        .init("false", .array(words.no.map(JSON.string))),
      ]
    case .date, .time, .datetime:
      members.append(.init("formats", .array(type.formatPatterns.map(JSON.string))))
    case .list(let separator): members.append(.init("separator", .string(separator)))
    case .text, .integer, .number, .file: break
    }
    return .object(members)
  }
}

extension Limit {
  fileprivate var json: JSON {
    .object([
      "of": .string(subject.rawValue), "min": .optional(min?.description),
      "max": .optional(max?.description), "change": .optional(change?.description),
    ])
  }
}
