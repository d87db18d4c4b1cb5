import FormRules
import Foundation
import Testing

/// The judge and live forms refer to no rule by name: rules declare what is special about them
/// through protocols (`Rule`, `StatefulRule`).
@Suite struct RuleNeutralityTests {
  @Test(arguments: ["FormRules/Judging", "FormModels/Session"]) func judgeNamesNoRule(
    _ folder: String
  ) throws {
    let types = Set(RuleRegistry.all.map { "\($0)" })
    let names = Set(RuleRegistry.names)
    let literal = /"([A-Za-z]+)[".]/
    for source in try SwiftFile.sources(in: folder) {
      let file = source.path
      for word in source.words {
        #expect(!types.contains(word.text), "\(file):\(word.line)")
        // Only names that are not common words.
        let lowercased = word.text.lowercased()
        #expect(
          !["unique", "remote"].contains(where: lowercased.contains),
          "\(file):\(word.line): \(word.text)")
      }
      for (index, line) in source.text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      where !line.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") {
        for match in line.matches(of: literal) {
          #expect(!names.contains(String(match.1)), "\(file):\(index + 1): \(match.0)")
        }
      }
    }
  }
}
