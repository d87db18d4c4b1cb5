import Testing

@testable import FormCLI

/// Imports of files, of corrections and of external runs reject the options of the others.
@Suite struct ImportOptionTests {
  @Test func everyOptionBelongsToAMode() {
    let help = CommandRun(["import", "--help"]).out.split(separator: "\n")
    let inHelp = help.filter { $0.hasPrefix("  -") }.flatMap { line in
      (line.dropFirst(2).split(separator: "  ").first ?? "").split { " ,/".contains($0) }
        .filter { $0.hasPrefix("--") }.map(String.init)
    }
    let known = ImportCommand.optionsOfModes.compactMap { $0.name.split(separator: " ").first }
    #expect(
      Set(inHelp).subtracting(["--help", "--version"])
        == Set(known.map(String.init)).subtracting(["a"]).union(ImportCommand.optionsOfEveryMode))
  }

  @Test(arguments: [
    ["--atomic"], ["--sheet", "2"], ["--entry", "a.csv"], ["--language", "de"],
    ["--messages", "m.yaml"], ["--map", "a=b"], ["--dry-run"], ["--format", "junit"],
    ["--corrections"],
  ])
  func externalRunsRefuseFileOptions(_ arguments: [String]) {
    let run = CommandRun(["import", "--external-run", "run"] + arguments)
    #expect(run.code == 64)
    #expect(run.transcript.contains("with --external-run"))
  }
}
