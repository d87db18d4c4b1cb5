import FormTestSupport
import Foundation
import Testing

/// The command line is the first user of the libraries: what it needs is public, but for what
/// `docs/library.md` says.
@Suite struct PublicNamesTests {
  /// How text is laid out, what lists the rules there are, what reads other people's schemas, and the parts
  /// of a whole that other machines judge.
  private static let known: Set<String> = [
    "ConversionNote", "CountsFile", "JSON", "FileSplit", "Hash128", "InputPart", "KnownRepeats",
    "ReferenceValues",
    "DefinitionFile", "OutputFile", "Rule", "RuleScope", "RuleSheet", "SchemaConversion",
    "SchemaFormat",
    "TextGrid",
    "DefinitionNames", "FileDraft", "ImportDrift", "ProfilePage", "RereadableFiles",
    "TableProfile",
  ]

  private func sources(_ target: String) throws -> [String] {
    let folder = Repository.root.appendingPathComponent("Sources/\(target)")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
  }

  @Test func theCommandLineNeedsOnlyPublicTypes() throws {
    let commandLine = try sources("FormCLI").joined().replacing(
      #/"(\\.|[^"\\\n])*"|//.*/#, with: "")
    // A word ends before a dot, which it does not by Unicode.
    let word = /\b[A-Z][A-Za-z0-9]+\b/.wordBoundaryKind(.simple)
    let used = Set(commandLine.matches(of: word).map { String($0.output) })
    var found: Set<String> = []
    for target in ["FormRules", "FormDefinitions", "FormConversion", "FormRecorder", "FormRemote"] {
      for text in try sources(target) {
        // Types of types are named with a dot, and may be called like others: only outer ones count.
        for match in text.matches(
          of: /\npackage (?:final |indirect )*(?:struct|class|enum|protocol) (\w+)/)
        {
          found.insert(String(match.output.1))
        }
      }
    }
    #expect(found.count > 20)
    // The command line's own.
    for match in commandLine.matches(of: /\b(?:struct|class|enum|protocol) (\w+)/) {
      found.remove(String(match.output.1))
    }
    #expect(found.intersection(used).subtracting(Self.known).sorted() == [])
    #expect(Self.known.subtracting(found.intersection(used)).sorted() == [])
  }
}
