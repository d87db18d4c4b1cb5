import ArgumentParser
import FormRecorder
import FormRules

struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Grant programs access to the server, and revoke it.",
    discussion: """
      A token is shown once, when it is added; the database stores only its digest. Roles: submit \
      sends records and files; read reads submissions and reports; correct includes both, \
      corrects, assigns and comments on submissions, waives and reopens failures, retracts \
      imports and sees sensitive fields; admin also reads the log and the metrics, and keeps \
      repairs for a source. --form limits a token to one form.

      formrec token add website --role submit --form contacts
      formrec token list
      formrec token revoke 12 --reason 'the website moved'
      """,
    subcommands: [Add.self, GrantList.self, Revoke.self])

  struct Add: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Grant a program access, and print its token.")

    @Argument(help: "The program's name, which the log records with its actions.")
    var name: String
    @Option(help: "The role of the token.") var role: AccessGrant.Role
    @Option(help: "The form that the token is limited to.") var form: String?
    @OptionGroup var output: FormatOptions<ReportFormat>
    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOptions

    func run(_ console: Console) throws -> ExitCode {
      var request = AccessRequest(name: name, role: role, form: form)
      (request.by, request.reason) = (try change.by, change.reason)
      let added = try change.recorder(store, console).grantToken(request)
      console.note("token \(added.grant.id) of '\(name.displayText)'; it is not shown again")
      try console.printReport(
        output.format, GrantedToken(grant: added.grant, token: added.token), lines: [added.token])
      return .success
    }
  }
}

/// A grant with its token, which is known only when it is granted.
private struct GrantedToken: Encodable {
  let grant: AccessGrant
  let token: String

  func encode(to encoder: any Encoder) throws {
    try grant.encode(to: encoder)
    try encoder.encodeMembers(["token": token])
  }
}
