import ArgumentParser
import Testing

@testable import FormCLI

/// Options with a single value may occur only once; options with several values repeat.
@Suite struct RepeatedOptionTests {
  private func refuse(in line: String) throws {
    let arguments = line.split(separator: " ").map(String.init)
    let command = try #require(
      FormrecCommand.configuration.subcommands.first { $0._commandName == arguments[0] })
    try RepeatedOptions.refuse(in: arguments, of: command)
  }

  @Test(arguments: [
    ("list --form a --form b", "--form"), ("list --form=a --form b", "--form"),
    ("export -o a -o b", "-o"), ("export --to a --to b", "--to"),
    ("token add x --role read --role admin", "--role"),
    ("check a.csv --definitions d.yaml --only rejected --only flagged", "--only"),
    ("rules length --type text --type list --try --type", "--type"),
  ])
  func repeatedOptionIsRefused(_ line: String, _ option: String) {
    let error = #expect(throws: ValidationError.self) { try refuse(in: line) }
    #expect(error?.message == "\(option) may be specified only once")
  }

  @Test(arguments: [
    "log --kind decision --kind purge", "import a.csv --param a=1 --param b=2",
    "rules length --try --form --form", "webhook add u --event x --event y",
    "dump --canonical --canonical", "import - -",
    "rules length --with {min:3} --try --type --type", "rules length --type text --try --type",
  ])
  func otherArgumentsMayRepeat(_ line: String) throws { try refuse(in: line) }
}
