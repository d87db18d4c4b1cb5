import FormBytes
import FormRules
import Foundation

extension DifferentialCase {
  /// Removes records, rules, modifiers and cells as long as the results still differ.
  /// Stops after a number of seconds.
  package func shrunken(seconds: Double = 10) -> DifferentialCase {
    let end = Date.now + seconds
    var best = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in best.smallerCases where Date.now < end {
        if let difference = try? candidate.difference(), !difference.isEmpty {
          best = candidate
          isSmaller = true
          break
        }
      }
    }
    return best
  }

  /// The cases with one part less, the largest parts first.
  private var smallerCases: some Sequence<DifferentialCase> {
    var changes: [(inout DifferentialCase) -> Void] = []
    var size = records.count / 2
    while size > 0 {
      for start in stride(from: 0, to: records.count, by: size) {
        changes.append { [size] in
          $0.records.removeSubrange(start..<Swift.min(start + size, $0.records.count))
        }
      }
      size /= 2
    }
    for (part, rules) in ruleSet.fields.enumerated() {
      changes.append { $0.ruleSet.fields.remove(at: part) }
      for index in rules.rules.indices {
        changes.append { $0.ruleSet.fields[part].rules.remove(at: index) }
        for change in Self.plainer(rules.rules[index]) {
          changes.append { change(&$0.ruleSet.fields[part].rules[index]) }
        }
      }
    }
    for index in ruleSet.recordRules.indices {
      changes.append { $0.ruleSet.recordRules.remove(at: index) }
      for change in Self.plainer(ruleSet.recordRules[index]) {
        changes.append { change(&$0.ruleSet.recordRules[index]) }
      }
    }
    if batchSizes != [Int.max] { changes.append { $0.batchSizes = [Int.max] } }
    if !form.file.missing.isEmpty { changes.append { $0.form.file.missing = [] } }
    for (index, field) in form.fields.enumerated() {
      if field.required { changes.append { $0.form.fields[index].required = false } }
      if field.trim { changes.append { $0.form.fields[index].trim = false } }
    }
    if records.count < 10 {
      for record in records.indices {
        for cell in records[record].indices where records[record][cell] != .missing {
          changes.append { $0.records[record][cell] = .missing }
        }
      }
    }
    return changes.lazy.map { change in
      var copy = self
      change(&copy)
      return copy
    }
  }

  /// The entries with one modifier or parameter less.
  private static func plainer(_ entry: RuleEntry) -> [(inout RuleEntry) -> Void] {
    var changes: [(inout RuleEntry) -> Void] = []
    if entry.when != nil { changes.append { $0.when = nil } }
    if !entry.needs.isEmpty { changes.append { $0.needs = [] } }
    if !entry.scenarios.isEmpty { changes.append { $0.scenarios = [] } }
    if entry.empty != nil { changes.append { $0.empty = nil } }
    if entry.trim != nil { changes.append { $0.trim = nil } }
    if entry.stop != nil { changes.append { $0.stop = nil } }
    if entry.code != nil { changes.append { $0.code = nil } }
    if entry.severity != .error { changes.append { $0.severity = .error } }
    if entry.at != nil { changes.append { $0.at = nil } }
    return changes
  }
}

extension DifferentialCase: CustomStringConvertible {
  /// The case as definitions and records.
  package var description: String {
    var lines = ["missing: \(form.file.missing), batches: \(batchSizes)"]
    lines += ["parameters: \(run.parameters), scenario: \(run.scenario ?? "none")"]
    for field in form.fields {
      lines.append(
        "field \(field.name): \(field.type.shown)\(field.required ? ", required" : "")"
          + (field.trim ? ", trim" : ""))
    }
    for part in ruleSet.fields { lines += part.rules.map { "on \(part.field): \($0.shown)" } }
    lines += ruleSet.recordRules.map { "on the record: \($0.shown)" }
    for record in records {
      lines.append(
        record.map {
          $0.kind == .missing ? "missing" : "\($0.kind) \($0.text.debugDescription)"
        }.joined(separator: " | "))
    }
    return lines.joined(separator: "\n")
  }
}

extension RuleEntry {
  /// The entry in the notation of definitions.
  fileprivate var shown: String {
    var parts = [rule + (parameters.map { ": \($0.shown)" } ?? "")]
    if let id { parts.append("id: \(id)") }
    if let when { parts.append("when: \(when.value)") }
    if !needs.isEmpty { parts.append("needs: \(needs.map(\.value))") }
    if !scenarios.isEmpty { parts.append("scenarios: \(scenarios)") }
    if let empty { parts.append("empty: \(empty)") }
    if let trim { parts.append("trim: \(trim)") }
    if let stop { parts.append("stop: \(stop)") }
    if let code { parts.append("code: \(code)") }
    if severity != .error { parts.append("severity: \(severity)") }
    if let at { parts.append("at: \(at.value)") }
    return parts.joined(separator: ", ")
  }
}

extension FieldType {
  fileprivate var shown: String {
    if case .date(let formats) = self { "date \(formats.map(\.pattern))" } else { "\(self)" }
  }
}

extension DefinitionNode {
  fileprivate var shown: String {
    switch content {
    case .scalar(let text, _): text.debugDescription
    case .sequence(let nodes): "[\(nodes.map(\.shown).joined(separator: ", "))]"
    case .mapping(let entries):
      "{\(entries.map { "\($0.key): \($0.value.shown)" }.joined(separator: ", "))}"
    }
  }
}
