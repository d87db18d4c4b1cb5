import FormRules
import FormTestSupport
import Foundation

/// The codes of failures of rules and of malformed records, with the arguments that messages may
/// use.
enum FailureCodes {
  static func items() throws -> Set<String> {
    let source = try String(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/FormRules/Generated/ErrorCode.swift"), encoding: .utf8)
    // ErrorCodeTests compares the generated file with the rules.
    let ofRules = source.matches(of: /static let \w+ = "([^"]+)"/).map { String($0.1) }
    var items: Set<String> = []
    for code in ofRules + MessageCatalogue.readerFaultTexts.map(\.code) {
      items.insert(code)
      for name in MessageCodes.names(of: code) ?? [] { items.insert("\(code) {\(name)}") }
    }
    return items
  }
}
