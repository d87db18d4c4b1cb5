import ArgumentParser
import FormTestSupport
import Foundation
import Testing

@testable import FormCLI

/// What `docs/architecture.md` and the README claim about the structure holds.
@Suite struct ArchitectureTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// By target of the library or program, the targets of this package that it depends on.
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

  @Test func targetsAreThoseOfTheManifest() throws {
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
  func everyTargetIsInTheTree(_ page: String) throws {
    let text = try Self.text(page)
    for target in try Self.manifest().keys {
      #expect(text.contains("Sources/\(target)/"), "\(page) leaves out \(target)")
    }
  }

  /// Lines of the libraries that contain an option or a command line all the same: those of other
  /// programs, CSS, and comments of migrations and generated files, which are frozen or name the
  /// test that writes the file.
  private static let otherCommandLines = [
    "zstd -d --long", "`--long=26` of `zstd`", "soffice --headless", "written by `RECORD=1",
    "without their comments, written by",
  ]
  private static let otherFiles = ["AuditPage+Style.swift", "MigrationTexts.swift"]

  /// FormCLI alone knows what to type; errors of the libraries are cases with data (`Remedy`).
  @Test func onlyTheCommandLineNamesOptionsAndCommands() throws {
    let commands = FormrecCommand.configuration.subcommands.map { $0._commandName }
    let option = /(?:^|[^\w-])--[a-z]/
    let command = try Regex("formrec (?:\(commands.joined(separator: "|")))\\b|formrec \"$")
    let folder = Repository.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    var scanned = 0
    for file in files ?? []
    where file.hasSuffix(".swift") && !file.hasPrefix("FormCLI/")
      && !Self.otherFiles.contains(where: file.hasSuffix)
    {
      scanned += 1
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      where (line.contains(option) || line.contains(command))
        && !Self.otherCommandLines.contains(where: line.contains)
      {
        Issue.record("\(file):\(index + 1): \(line)")
      }
    }
    #expect(scanned > 500)
  }

  /// Types and files that the pages name exist.
  @Test func namedTypesExist() throws {
    let folder = Repository.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let swift = try (files ?? []).filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }.joined()
    let page = try Self.text("docs/architecture.md")
    let walks = try #require(page.firstRange(of: "## Walks"))
    for match in page[walks.upperBound...].matches(of: /`([A-Z]\w+)[.`(]/) {
      let name = String(match.1)
      guard name.contains(where: \.isLowercase) else { continue }
      #expect(
        try swift.contains(Regex("(struct|class|enum|protocol|typealias) \(name)\\b")), "\(name)")
    }
  }
}
