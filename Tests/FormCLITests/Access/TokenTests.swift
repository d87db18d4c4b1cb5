import FormTestSupport
import Testing

@testable import FormCLI

/// Tokens that the command line grants.
@Suite struct TokenTests {
  @Test func tokensAreJSON() throws {
    let folder = try TemporaryFolder()
    let form = try folder.write("form: f\nfields: [{name: a, type: text}]\n", to: "f.yaml")
    let store = ["--db", folder.path("s.sqlite")]
    #expect(CommandRun(["apply", form] + store).code == 0)
    let added = CommandRun(
      ["token", "add", "web", "--role", "read", "--form", "f", "--format", "json"] + store)
    #expect(added.code == 0, "\(added.transcript)")
    let listed = CommandRun(["token", "list", "--format", "json"] + store).out
    // The grant as in the list, with the token.
    let grant = try #require(listed.firstMatch(of: /\{.*[^}]/)?.0.prefix { $0 != "}" })
    #expect(added.out.hasPrefix(grant + #","token":"frm_"#), "\(added.out) \(listed)")
    #expect(!listed.contains("frm_"))
  }
}
