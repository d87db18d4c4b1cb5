import FormTestSupport
import Foundation
import Testing

/// The commands in the pages exist, with their options: in blocks of code, and between backticks.
@Suite struct DocumentedCommandTests {
  /// The options of each command, by the page of their help, which `GeneratedPageTests` compares
  /// with the commands.
  private let options: [Substring: Set<Substring>]

  init() throws {
    let page = try Repository.text("docs/commands.md")
    let sections = page.split(separator: /(?m)^##\s/).dropFirst().map {
      section -> (Substring, Set<Substring>) in
      let words = section.split { $0.isWhitespace || "()[],|'".contains($0) }
      return (section.prefix { $0 != "\n" }, Set(Self.options(in: words)))
    }
    options = Dictionary(uniqueKeysWithValues: sections)
  }

  @Test func documentedCommandsExist() throws {
    var checked = 0
    for page in try Self.pages() {
      for words in Self.commands(in: try Repository.text(page)) {
        checked += 1
        let names = [words.prefix(2).joined(separator: " ")[...], words[0]]
        let name = try #require(
          names.first { options[$0] != nil }, "\(page): there is no command '\(words[0])'")
        for option in Self.options(in: words) {
          #expect(
            options[name]?.contains(option) == true, "\(page): '\(name)' has no option '\(option)'")
        }
      }
    }
    #expect(checked > 150)
  }

  /// The options, with one letter or more, with which words begin.
  private static func options(in words: [Substring]) -> [Substring] {
    words.compactMap { $0.prefixMatch(of: /--?[a-z][\w-]*/)?.0 }
  }

  /// The words after `formrec` in each command of a page, without those of other programs.
  private static func commands(in page: String) -> [[Substring]] {
    let page = page.replacing("\\\n", with: " ")
    let blocks = page.matches(of: /(?s)```.*?\n(.*?)```/).flatMap { $0.1.split(separator: "\n") }
    let spans = page.replacing(/(?s)```.*?```/, with: "").matches(of: /`([^`]+)`/).map { $0.1 }
    return (blocks + spans).flatMap { line in
      line.matches(of: /(?:^|[$(;&|] ?)formrec( [a-z][^|;&()<>#]*)/)
        .map { $0.1.split(whereSeparator: \.isWhitespace) }
        // The first line of a proof.
        .filter { $0 != ["proof"] }
    }
  }

  /// The pages that people write: others are generated from the commands and rules.
  private static func pages() throws -> [String] {
    let generated: Set = ["docs/commands.md", "docs/rules.md"]
    return try ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
      + Repository.files(in: "docs", ending: ".md").map { "docs/\($0)" }
      .filter { !generated.contains($0) }
  }
}
