import FormBytes
import FormRules
import Foundation

/// The rules that compare a record with the keys of others.
extension ReferenceJudge {
  mutating func unique(
    _ demand: Demand, _ entry: RuleEntry, _ value: Value, _ text: String,
    _ record: ReferenceRecord
  ) -> ReferenceCheck.Answer {
    guard let key = key(demand, entry, value, text, record) else { return .passes }
    if !differential.isAlone, !seen[demand.id, default: []].insert(key).inserted {
      return .fails(Failure("unique.repeated"))
    }
    let isStored = differential.claims[demand.id]?.contains(key) == true
    return isEver(entry) && isStored ? .fails(Failure("unique.stored")) : .passes
  }

  private func isEver(_ entry: RuleEntry) -> Bool {
    ReferenceParameters("unique", entry.parameters, field: 0, in: differential)["ever"]?.scalar
      == "true" || entry.parameters?.scalar == "ever"
  }

  func key(
    _ demand: Demand, _ entry: RuleEntry, _ value: Value, _ text: String,
    _ record: ReferenceRecord
  ) -> [[UInt8]]? {
    let parameters = ReferenceParameters(
      "unique", entry.parameters, field: demand.subject ?? 0, in: differential)
    let fields = differential.form.fields
    func part(_ value: Value, _ text: String, _ field: Int) -> (Value, String) {
      (value, ReferenceParameters.joined(text, fields[field].type, record.kinds[field]))
    }
    var parts = demand.subject.map { [part(value, text, $0)] } ?? []
    if demand.subject == nil {
      let names = parameters.texts("fields") ?? []
      parts = names.compactMap { name in fields.firstIndex { $0.name == name } }
        .map { part(record.values[$0], record.texts[$0], $0) }
    }
    var key: [[UInt8]] = []
    for (value, text) in parts {
      var text = text
      if parameters["normalize"]?.scalar == "nfc" {
        text = text.precomposedStringWithCanonicalMapping
      }
      if parameters["ignoreCase"]?.scalar == "true" {
        text = ReferenceValues.lowercasedASCII(text)
      }
      guard let part = ReferenceValues.key(value, text) else { return nil }
      key.append(part)
    }
    return key
  }

  func exists(_ value: Value, _ text: String) -> ReferenceCheck.Answer {
    guard let references = differential.references else {
      return .fails(Failure("exists.unavailable"))
    }
    guard let key = ReferenceValues.key(value, text) else { return .passes }
    return references.contains(key) ? .passes : .fails(Failure("exists.notFound"))
  }
}
