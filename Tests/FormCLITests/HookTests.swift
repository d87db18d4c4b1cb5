import FormTestSupport
import Testing

/// The hooks of `.pre-commit-hooks.yaml`, with the arguments that their descriptions recommend.
@Suite struct HookTests {
  /// Returns the shell command that pre-commit runs for a changed file.
  private func line(of hook: String, changed: String) throws -> String {
    let hooks = try Repository.text(".pre-commit-hooks.yaml").split(separator: "- id: ")
    let text = try #require(hooks.first { $0.hasPrefix(hook + "\n") })
    let entry = try #require(text.firstMatch(of: /\n  entry: formrec (.+)\n/)).1
    let arguments = try #require(text.firstMatch(of: /args: \[(.+)\]\n/)).1.replacing(",", with: "")
    let files = text.contains("\n  pass_filenames: false\n") ? "" : changed
    return "$formrec \(entry) \(arguments) \(files)"
  }

  /// A folder with a form, its rules in a file of their own, and both in one file.
  private func folder() throws -> TemporaryFolder {
    let form = "form: contacts\nfields: [{name: id, type: integer}]\n"
    let rules = """
      rules: contacts
      form: contacts
      fields: {id: [range: {min: 1}]}
      examples:
        - accept: {id: 1}

      """
    let folder = try TemporaryFolder()
    try folder.write(form, to: "forms/contacts.yaml")
    try folder.write(rules, to: "rules/contacts.yaml")
    try folder.write(form + "---\n" + rules, to: "contacts.yaml")
    return folder
  }

  @Test(arguments: [("1", 0), ("0", 1)] as [(String, Int32)])
  func theHookChecksTheChangedFile(_ id: String, _ code: Int32) throws {
    let folder = try folder()
    try folder.write("id\n\(id)\n", to: "contacts.csv")
    let run = try Shell.run(line(of: "formrec-check", changed: "contacts.csv"), in: folder)
    #expect(run.code == code, "\(run.err)")
  }

  /// The rules are tested with their form, which has not changed.
  @Test func theHookTestsChangedRules() throws {
    let folder = try folder()
    let line = try line(of: "formrec-test", changed: "rules/contacts.yaml")
    let run = try Shell.run(line, in: folder)
    #expect(run.code == 0 && run.out.contains("rules/contacts.yaml:5:5: ok: contacts example 1"))
  }
}
