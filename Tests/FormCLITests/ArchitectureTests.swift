import ArgumentParser
import FormTestSupport
import Foundation
import Testing

@testable import FormCLI

/// The claims of `docs/architecture.md` and the README about the structure are true.
@Suite struct ArchitectureTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The dependencies of each target on targets of this package.
  private static func manifest() throws -> [String: Set<String>] {
    let target = /(?:\.target|\.executableTarget)\(\s*name: "(Form\w+)"(.*?)swiftSettings/
      .dotMatchesNewlines()
    var targets: [String: Set<String>] = [:]
    for match in try text("Package.swift").matches(of: target)
    where !match.2.contains("path: \"Tests") {
      targets[String(match.1)] = Set(match.2.matches(of: /"(Form\w+)"/).map { String($0.1) })
    }
    return targets
  }

  @Test func documentedTargetsMatchTheManifest() throws {
    let row = /(?m)^\| (Form\w+) \|([^|]*)\|/
    var listed: [String: Set<String>] = [:]
    var known: Set<String> = []
    for match in try Self.text("docs/architecture.md").matches(of: row) {
      let dependencies = Set(match.2.matches(of: /Form\w+/).map { String($0.0) })
      #expect(dependencies.isSubset(of: known), "\(match.1) depends on targets below it")
      known.insert(String(match.1))
      listed[String(match.1)] = dependencies
    }
    #expect(listed == (try Self.manifest()))
  }

  @Test(arguments: ["README.md"])
  func everyTargetHasAFolder(_ page: String) throws {
    let text = try Self.text(page)
    for target in try Self.manifest().keys {
      #expect(text.contains("Sources/\(target)/"), "\(page) leaves out \(target)")
    }
  }

  /// Lines of the libraries that may contain an option or a command line: those of other
  /// programs, and CSS.
  private static let otherCommandLines = [
    "zstd -d --long", "`--long=26` of `zstd`", "soffice --headless",
  ]
  private static let otherFiles = [
    "AuditPageLayout.swift", "PageStyle.swift", "ReportPage+Style.swift",
  ]

  /// Only FormCLI knows the commands; errors of the libraries are cases with data (`Remedy`).
  @Test func onlyTheCommandLineNamesOptionsAndCommands() throws {
    let commands = FormrecCommand.configuration.subcommands.map { $0._commandName }
    let option = /(?:^|[^\w-])--[a-z]/
    let command = try Regex("formrec (?:\(commands.joined(separator: "|")))\\b|formrec \"$")
    let folder = Repository.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    var scanned = 0
    for file in files ?? []
    where file.hasSuffix(".swift") && !file.hasPrefix("FormCLI/")
      && !file.contains("/Generated/") && !Self.otherFiles.contains(where: file.hasSuffix)
    {
      scanned += 1
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      where
        (line.contains("--") && line.contains(option)
        || line.contains("formrec") && line.contains(command))
        && !Self.otherCommandLines.contains(where: line.contains)
      {
        Issue.record("\(file):\(index + 1): \(line)")
      }
    }
    #expect(scanned > 500)
  }

  /// Phrases that have a plain equivalent, such as "default", "occurs" and "may be given only
  /// once".
  private static var bannedPhrases: Regex<(Substring, Substring)> {
    /\b(unless said|all the same|is meant|so many|anew|given up|stands?|mended)\b/.ignoresCase()
  }

  @Test func helpAvoidsBannedPhrases() {
    let bannedPhrases = Self.bannedPhrases
    for command in [FormrecCommand.self] + FormrecCommand.configuration.subcommands {
      for phrase in command.helpMessage(columns: 10_000).matches(of: bannedPhrases) {
        Issue.record("\(command._commandName): \(phrase.1)")
      }
    }
  }

  @Test func stringLiteralsAvoidBannedPhrases() throws {
    let folder = Repository.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let literal = /"(?:[^"\\]|\\.)*"/
    let bannedPhrases = Self.bannedPhrases
    var scanned = 0
    for file in files ?? []
    where file.hasSuffix(".swift") && !file.contains("/Generated/") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      where line.utf8.contains(UInt8(ascii: "\""))
        && !line.drop(while: \.isWhitespace).hasPrefix("//")
      {
        for match in line.matches(of: literal) {
          scanned += 1
          for phrase in match.0.matches(of: bannedPhrases) {
            Issue.record("\(file):\(index + 1): \(phrase.1)")
          }
        }
      }
    }
    #expect(scanned > 5_000)
  }

  /// Generated files are in folders of their own, and name the command that writes them.
  @Test func generatedFilesHaveTheirHeader() throws {
    let folder = Repository.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    var generated = 0
    for file in files ?? [] where file.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      let isGenerated = file.contains("/Generated/")
      if isGenerated { generated += 1 }
      #expect(
        text.starts(with: /\/\/ Generated by `.+`: do not edit\.\n\n/) == isGenerated, "\(file)")
    }
    #expect(generated > 5)
  }

  /// The types that `docs/architecture.md` mentions exist.
  @Test func documentedTypesAndFilesExist() throws {
    let folder = Repository.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let keywords = Set(
      ["struct", "class", "enum", "protocol", "typealias", "actor"].map { Array($0.utf8) })
    var declared: Set<[UInt8]> = []
    for file in files ?? [] where file.hasSuffix(".swift") {
      let text = [UInt8](try Data(contentsOf: folder.appendingPathComponent(file)))
      var isAfterKeyword = false
      for word in text.split(whereSeparator: { $0 <= UInt8(ascii: "/") }) {
        if isAfterKeyword {
          declared.insert(Array(word.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "<") }))
        }
        isAfterKeyword = word.count < 10 && keywords.contains(Array(word))
      }
    }
    let page = try Self.text("docs/architecture.md")
    let walks = try #require(page.firstRange(of: "## Walks"))
    for match in page[walks.upperBound...].matches(of: /`([A-Z]\w+)[.`(]/) {
      let name = String(match.1)
      guard name.contains(where: \.isLowercase) else { continue }
      #expect(declared.contains(Array(name.utf8)), "\(name)")
    }
  }
}
