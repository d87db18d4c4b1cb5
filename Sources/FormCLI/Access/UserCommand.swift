import ArgumentParser
import FormRecorder
import FormRules

struct UserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Grant people access to the server's pages, and revoke it.",
    discussion: """
      A user signs in with a name and a password, which is read from standard input and stored as a \
      hash. Roles are those of formrec token.

      formrec user add ana --role correct
      formrec user list
      formrec user revoke 12
      """,
    subcommands: [Add.self, GrantList.self, Revoke.self])

  struct Add: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Grant a person access.")

    @Argument(help: "The person's name, which the log records.") var name: String
    @Option(help: "The role of the user.") var role: AccessGrant.Role
    @Option(help: "The form that the user is limited to.") var form: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOptions

    func run(_ console: Console) throws -> ExitCode {
      let password = try console.password(prompt: "Password for \(name.displayText): ")
      var request = AccessRequest(name: name, role: role, form: form)
      (request.by, request.reason) = (try change.by, change.reason)
      let grant = try change.recorder(store, console).grantUser(request, password: password)
      console.note("user \(grant.id) '\(name.displayText)' may sign in")
      return .success
    }
  }
}
