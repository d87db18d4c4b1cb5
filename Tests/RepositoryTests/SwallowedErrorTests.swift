import FormTestSupport
import Foundation
import Testing

/// `try?` replaces every error by nil, including those that the author did not think of. Each one
/// has a reason why this is right.
@Suite struct SwallowedErrorTests {
  /// Calls whose only error is the expected one, with the meaning of nil.
  private static var expected: [(call: Regex<Substring>, meaning: String)] {
    [
      (/try\? NumberGrammar\./, "the text is not a number in this notation"),
      (#/try\? UTF8Span\(validating:/#, "the bytes are not UTF-8"),
      (
        /try\? (?:type\.type|type|canonical|weaker|types\[index\])\.read\(/,
        "not a value of the type"
      ),
      (/try\? read\(bytes\.span\)/, "the text is not a value of the type"),
      (/try\? scanner\.value\(\)/, "the text is not JSON"),
      (/try\? ExpressionSyntax\(/, "the text is not an expression"),
      (/defer \{ try\? handle\.close\(\) \}/, "a file that was only read"),
    ]
  }

  @Test func everySwallowedErrorHasAReason() throws {
    let folder = Repository.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let expected = Self.expected
    var (count, used) = (0, Set<String>())
    for file in files ?? [] where file.hasSuffix(".swift") && !file.contains("/Generated/") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      guard text.contains("try?") else { continue }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.contains(/\btry\?/) {
        count += 1
        if let known = expected.first(where: { line.contains($0.call) }) {
          used.insert(known.meaning)
          continue
        }
        let above = lines[max(0, index - 2)...index]
        // A `///` documents a declaration.
        if !above.contains(where: { $0.contains(#/(?:^|\s)//\s/#) }) {
          Issue.record("\(file):\(index + 1): no comment states what nil means: \(line)")
        }
      }
    }
    #expect(count > 50)
    #expect(used.count == expected.count, "a listed call no longer occurs")
  }
}
