import FormTestSupport
import Foundation
import Testing

/// The words of the sources: which of them may name commands, phrases that none may contain, and
/// the length of comment lines.
@Suite struct SourceTextTests {
  /// The lines of the Swift files in `Sources`, except for generated files.
  private static let lines: [(file: String, number: Int, text: Substring)] = {
    let files = (try? SwiftFile.sources()) ?? []
    return files.filter { !$0.isGenerated }.flatMap { file in
      file.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .enumerated().map { (file.path, $0 + 1, Substring($1)) }
    }
  }()

  /// Lines of the libraries that may contain an option or a command line, of other programs.
  private static let otherCommandLines = [
    "zstd -d --long", "`--long=26` of `zstd`", "soffice --headless",
  ]

  /// Only FormCLI knows the commands; errors of the libraries are cases with data (`Remedy`).
  @Test func onlyTheCommandLineNamesOptionsAndCommands() throws {
    let commands = try Repository.text("docs/commands.md").matches(of: /(?m)^## ([\w-]+)$/)
      .map { String($0.1) }
    #expect(commands.count > 30)
    let option = /(?:^|[^\w-])--[a-z]/
    let command = try Regex("formrec (?:\(commands.joined(separator: "|")))\\b|formrec \"$")
    var scanned = 0
    for (file, number, line) in Self.lines where !file.hasPrefix("FormCLI/") {
      scanned += 1
      if line.contains("--") && line.contains(option)
        || line.contains("formrec") && line.contains(command),
        !Self.otherCommandLines.contains(where: line.contains)
      {
        Issue.record("\(file):\(number): \(line)")
      }
    }
    #expect(scanned > 50_000)
  }

  /// Phrases that have a plain equivalent, such as "default", "occurs" and "may be given only
  /// once".
  private static var bannedPhrases: Regex<(Substring, Substring)> {
    /\b(unless\s+said|all\s+the\s+same|is\s+meant|so\s+many|anew|given\s+up|stands?|mended)\b/
      .ignoresCase()
  }

  @Test func helpAvoidsBannedPhrases() throws {
    let help = try Repository.text("docs/commands.md")
    for phrase in help.matches(of: Self.bannedPhrases) { Issue.record("\(phrase.1)") }
  }

  @Test(arguments: ["Migrations", "Pages"])
  func embeddedFilesAvoidBannedPhrases(_ folder: String) throws {
    let files = try Repository.files(in: folder, ending: "").filter { $0.contains(".") }
    #expect(files.count > 1)
    for file in files {
      let text = try Repository.text("\(folder)/\(file)")
      for phrase in text.matches(of: Self.bannedPhrases) { Issue.record("\(file): \(phrase.1)") }
    }
  }

  @Test func stringLiteralsAvoidBannedPhrases() throws {
    let literal = /"(?:[^"\\]|\\.)*"/
    let bannedPhrases = Self.bannedPhrases
    var scanned = 0
    for (file, number, line) in Self.lines
    where line.utf8.contains(UInt8(ascii: "\""))
      && !line.drop(while: \.isWhitespace).hasPrefix("//")
    {
      for match in line.matches(of: literal) {
        scanned += 1
        for phrase in match.0.matches(of: bannedPhrases) {
          Issue.record("\(file):\(number): \(phrase.1)")
        }
      }
    }
    #expect(scanned > 5_000)
  }

  /// A term or sentence without a text would be shown as its key.
  @Test func termsAndSentencesAreInTheCatalogue() throws {
    let catalogue = try Repository.text("Messages/en.yaml")
    let keys = Set(catalogue.matches(of: /(?m)^  ((?:term|page)\.[^:]+):/).map(\.1))
    var count = 0
    for (file, _, line) in Self.lines where line.utf8.contains(UInt8(ascii: "\"")) {
      for call in line.matches(of: /\b(term|sentence)\("([^"\\]+)"\)/) {
        count += 1
        let key = "\(call.1 == "term" ? "term" : "page").\(call.2)"
        #expect(keys.contains(key[...]), "\(file): \(key)")
      }
    }
    #expect(count > 100)
  }

  /// `getenv` is safe only because nothing changes the environment.
  @Test func nothingChangesTheEnvironment() {
    for (file, number, line) in Self.lines
    where line.contains("setenv") || line.contains("putenv") || line.contains("clearenv") {
      Issue.record("\(file):\(number): \(line)")
    }
  }

  /// The names of files tell what writes a store.
  @Test func filesNamedAfterStoreDoNotExtendWritableStore() {
    var count = 0
    for (file, number, line) in Self.lines
    where file.hasPrefix("FormStore/") && line.hasPrefix("extension WritableStore") {
      count += 1
      if file.contains("/Store+") { Issue.record("\(file):\(number): \(line)") }
    }
    #expect(count > 5)
  }

  /// The subscripts of GRDB's `Row` terminate the process if a value has an unexpected type.
  /// `StatementRow` throws an error.
  @Test func storeDoesNotUseRowsOfGRDB() {
    var scanned = 0
    for (file, number, line) in Self.lines
    where file.hasPrefix("FormStore/") && !line.drop(while: \.isWhitespace).hasPrefix("//") {
      scanned += 1
      if line.contains("Row"), line.contains(/\bRow(Cursor)?\b/) {
        Issue.record("\(file):\(number): \(line)")
      }
    }
    #expect(scanned > 5_000)
  }

  /// A failure can be repeated only if the seed that the test prints determines all numbers.
  @Test func testsUseSeededGenerators() throws {
    let call = /\.(?:random\(in|shuffled\(|randomElement\()(?<end>.*)/
    var calls = 0
    for file in try Repository.files(in: "Tests", ending: ".swift")
    where file.hasPrefix("Form") && !file.hasPrefix("FormTestSupport/") {
      let text = try Repository.text("Tests/\(file)")
      for line in text.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init)
      where line.contains("random") || line.contains("shuffled") {
        for call in line.matches(of: call) {
          calls += 1
          #expect(call.end.contains("using: "), "\(file): \(line)")
        }
      }
    }
    #expect(calls > 100)
  }

  /// `swift format` checks the length of lines of code, but not of comments.
  @Test func commentLinesHaveTheLineLengthOfCode() throws {
    struct Configuration: Decodable { var lineLength: Int }
    let maximum = try JSONDecoder().decode(
      Configuration.self,
      from: Data(contentsOf: Repository.root.appendingPathComponent(".swift-format"))
    ).lineLength
    var scanned = 0
    for top in ["Sources", "Tests", "Benchmarks", "Pages"] {
      for file in try [".swift", ".js"].flatMap({ try Repository.files(in: top, ending: $0) })
      where !file.contains(".build/") {
        scanned += 1
        let text = try Repository.text("\(top)/\(file)")
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
          .enumerated()
        where line.utf8.count > maximum && line.drop(while: { $0 == " " }).hasPrefix("//")
          && line.count > maximum
        {
          Issue.record("\(top)/\(file):\(index + 1): \(line.count) columns")
        }
      }
    }
    #expect(scanned > 900)
  }
}
