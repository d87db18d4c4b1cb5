package import FormRules

/// The beginnings of the lines that errors have in the text of a record, by the rule's position in
/// the plan.
package struct ErrorLines: Sendable {
  private struct Rule: Sendable {
    /// A new line, and a JSON array up to the code.
    var start: [UInt8]
    var code: [UInt8]
  }

  private let rules: [Rule]

  package init(_ plan: Plan) {
    self.init(plan.rules.map { ($0.id, $0.severity.rawValue, $0.defaultCode) })
  }

  init(_ rules: [(id: String, severity: String, code: String)]) {
    self.rules = rules.map { rule in
      Rule(
        start: Array("\n[\(JSON.string(rule.id).text),\(JSON.string(rule.severity).text),".utf8),
        code: Array(JSON.string(rule.code).text.utf8))
    }
  }

  func append(_ error: PreparedBatch.ErrorRow, to text: inout [UInt8]) {
    if rules.indices.contains(Int(error.rule)) {
      let rule = rules[Int(error.rule)]
      text += rule.start
      text += error.code.map { Array(JSON.string($0).text.utf8) } ?? rule.code
    } else {
      // Only an altered store has such an error.
      text += "\n[\(error.rule),\(JSON.optional(error.code).text)".utf8
    }
    if let arguments = error.arguments {
      text.append(UInt8(ascii: ","))
      let start = text.count
      text += arguments.utf8
      text.replaceLineBreaks(from: start)
    }
    text.append(UInt8(ascii: "]"))
  }
}
