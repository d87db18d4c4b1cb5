package import FormRules

extension Plan {
  /// The forms that `exists` rules name.
  package var referencedForms: Set<String> { Set(storedReferences.map(\.form)) }

  /// Errors in the forms and fields that `exists` rules name, one line each.
  package func referenceProblems(
    _ form: (String) throws(RecorderError) -> Form?
  ) throws(RecorderError) -> [String] {
    var problems: [String] = []
    for rule in rules {
      for case .stored(let reference, let compared) in rule.externalInputs {
        guard let other = try form(reference.form) else {
          problems.append("rule \(rule.id): there is no form '\(reference.form)'")
          continue
        }
        for (field, own) in zip(reference.fields, compared) {
          guard let index = other.fieldIndex(field) else {
            let message = String.unknown(
              "field of form '\(other.name)':", field, known: other.fields.map(\.name))
            problems.append("rule \(rule.id): \(message)")
            continue
          }
          let (own, theirs) = (self.form.fields[own].type, other.fields[index].type)
          if !own.hasKeys(of: theirs) {
            problems.append(
              "rule \(rule.id): field '\(field)' of form '\(other.name)' is "
                + "\(theirs.name), which cannot be compared with \(own.name)")
          }
        }
      }
    }
    return problems
  }
}

extension FieldType {
  /// Whether equal values of the two types have the same key.
  fileprivate func hasKeys(of other: FieldType) -> Bool {
    let exact = ["integer", "decimal"]
    return name == other.name || exact.contains(name) && exact.contains(other.name)
  }
}
