import FormModels
import FormTestSupport
import Foundation
import Testing

/// The tables of the guides: each row has code in this folder, below a comment with the row's first
/// cell, in which every piece of code of the second cell occurs. There `…` means anything, and
/// labels alone, such as `.length(min:max:)`, a call with these.
@Suite struct GuideTableTests {
  /// What no test here can compile: it is of another product, or of UIKit.
  private static let elsewhere: Set<String> = [
    "FormRemote", "HTTPRemote", "shouldChangeCharactersIn",
  ]

  struct Row: Equatable { var (before, after) = ("", "") }

  static let guides = ["AJWValidator", "ATGValidator", "FormValidatorSwift", "NGRValidator"]

  private func guideRows(_ guide: String) throws -> [Row] {
    let page = Repository.root.appendingPathComponent("docs/guides/from-\(guide.lowercased()).md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter {
        $0.hasPrefix("| ") && !$0.hasPrefix("| \(guide) |") && !$0.hasPrefix("| Validator |")
      }
      .map { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return Row(before: cells[0], after: cells[1...].joined(separator: "|"))
      }
  }

  /// The rows that have code, with it, without its layout.
  private func testedRows(_ guide: String) throws -> [Row] {
    let file = Repository.root.appendingPathComponent(
      "Tests/FormDefinitionsTests/Guides/Tables/\(guide)TableTests.swift")
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "// | ")
      .dropFirst()
      .map { part in
        let end = part.firstIndex(of: "\n") ?? part.endIndex
        return Row(before: String(part[..<end]), after: part[end...].filter { !$0.isWhitespace })
      }
  }

  @Test(arguments: guides)
  func everyCellIsTested(_ guide: String) throws {
    let (wanted, tested) = (try guideRows(guide), try testedRows(guide))
    #expect(wanted.count > 30)
    #expect(wanted.map(\.before) == tested.map(\.before))
    for (row, code) in zip(wanted, tested) {
      for span in row.after.matches(of: /`([^`]+)`/).map({ String($0.output.1) })
      where !Self.elsewhere.contains(span) {
        let isThere = try has(code.after, span)
        #expect(isThere, "\(guide), \(row.before): no code has \(span)")
      }
    }
  }

  private func has(_ code: String, _ span: String) throws -> Bool {
    var pattern = NSRegularExpression.escapedPattern(for: span.filter { !$0.isWhitespace })
      .replacing("…", with: ".*?")
    if let call = span.wholeMatch(of: /(\.?\w+\??)\(((?:\w+:)+)\)/) {
      pattern =
        "\(NSRegularExpression.escapedPattern(for: String(call.output.1)))\\("
        + call.output.2.split(separator: ":").map { label in
          label == "_" ? "" : ".*?\(label):"
        }.joined()
    }
    return code.contains(try Regex(pattern))
  }
}

/// That a rule accepts a value, and rejects another.
func holds<Value: FormValue>(
  _ rule: RuleEntry, _ good: Value, _ bad: Value,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let validator = try Validator(for: Value.self, rule)
  #expect(validator.isValid(good), "rejected: \(good)", sourceLocation: sourceLocation)
  #expect(!validator.isValid(bad), "accepted: \(bad)", sourceLocation: sourceLocation)
}
