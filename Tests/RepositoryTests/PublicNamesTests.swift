import Testing

/// The command line uses only public API of the libraries, with the exceptions in
/// `docs/library.md`.
@Suite struct PublicNamesTests {
  /// Layout of text, lists of all rules, conversion of other schemas, and the parts
  /// of a file that other machines judge.
  private static let known: Set<String> = [
    "ConversionNote", "CountsFile", "JSON", "FileSplit", "Hash128", "HashKey", "InputPart",
    "RepeatedRecords", "RunClock", "EventNotifier", "MailMessage",
    "ReferenceValues",
    "DefinitionFile", "OutputFile", "Rule", "RuleScope", "RuleSheet", "SchemaConversion",
    "SchemaFormat",
    "DefinitionNames", "FileDraft", "FileTable", "ImportDrift", "ProfilePage", "RereadableFiles",
    "TableProfile",
  ]

  private func sources(_ target: String) throws -> [String] {
    try SwiftFile.sources(in: target).map(\.text)
  }

  @Test func theCommandLineNeedsOnlyPublicTypes() throws {
    let commandLine = try sources("FormCLI").joined().replacing(
      #/(?s)""".*?"""|"(\\.|[^"\\\n])*"|//[^\n]*/#, with: "")
    // A word ends before a dot, unlike in Unicode.
    let word = /\b[A-Z][A-Za-z0-9]+\b/.wordBoundaryKind(.simple)
    let used = Set(commandLine.matches(of: word).map { String($0.output) })
    var found: Set<String> = []
    for target in [
      "FormRules", "FormModels", "FormDefinitions", "FormConversion", "FormQueries",
      "FormRecorder", "FormPages", "FormNotifications", "FormRemote",
    ] {
      for text in try sources(target) {
        // Only outer types count, because nested types may have the names of other types.
        for match in text.matches(
          of: /\npackage (?:final |indirect )*(?:struct|class|enum|protocol) (\w+)/)
        {
          found.insert(String(match.output.1))
        }
      }
    }
    #expect(found.count > 20)
    // Types of the command line itself.
    for match in commandLine.matches(of: /\b(?:struct|class|enum|protocol) (\w+)/) {
      found.remove(String(match.output.1))
    }
    #expect(found.intersection(used).subtracting(Self.known).sorted() == [])
    #expect(Self.known.subtracting(found.intersection(used)).sorted() == [])
  }
}
