public import ArgumentParser
public import FormRecorder
import FormRules

struct Token: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Grant programs access to the server, and revoke it.",
    discussion: """
      A token is shown once, when it is added; the database has only its digest. Roles: submit \
      sends records and files; read reads submissions and reports; correct does both, corrects and \
      decides; admin also reads the log. --form limits a token to one form.

      formrec token add website --role submit --form contacts
      formrec token list
      formrec token revoke 12 --reason 'the website moved'
      """,
    subcommands: [Add.self, GrantList.self, Revoke.self])

  struct Add: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Grant a program access, and print its token.")

    @Argument(help: "The program's name, under which the log records what it does.")
    var name: String
    @Option(help: "What the token allows.") var role: AccessGrant.Role
    @Option(help: "The form that the token is limited to.") var form: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOptions

    func run(_ console: Console) throws -> ExitCode {
      let added = try change.recorder(store, console).grantToken(
        name: name, role: role, form: form, by: change.by, reason: change.reason)
      console.note("token \(added.grant.id) of '\(name.shown)'; it is not shown again")
      try console.out(added.token)
      return .success
    }
  }
}

struct User: ParsableCommand {
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
    @Option(help: "What the user may do.") var role: AccessGrant.Role
    @Option(help: "The form that the user is limited to.") var form: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOptions

    func run(_ console: Console) throws -> ExitCode {
      let password = try StandardInput.password(prompt: "Password for \(name.shown): ")
      let grant = try change.recorder(store, console).grantUser(
        name: name, password: password, role: role, form: form, by: change.by,
        reason: change.reason)
      console.note("user \(grant.id) '\(name.shown)' may sign in")
      return .success
    }
  }
}

/// Lists the grants of tokens and users.
struct GrantList: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tokens and users that have access.")

  @Option(help: "The output format.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let grants = try store.recorder.accessGrants()
    switch format {
    case .json: try console.out(AccessGrant.json(grants).text)
    case .text:
      if grants.isEmpty { console.note("nobody has access") }
      for grant in grants {
        try console.out(
          "\(grant.id)  \(grant.holder.rawValue)  \(grant.role.rawValue)  \(grant.form ?? "all forms")  "
            + "\(grant.grantedAt)  \(grant.name.shown)")
      }
    }
    return .success
  }
}

/// Revokes the access of a token or user.
struct Revoke: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "End the access of a token or user, by its number.")

  @Argument(help: "The number that 'list' shows.") var number: Int64
  @OptionGroup var change: ChangeOptions
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    try change.recorder(store, console).revokeAccess(
      number, by: change.by, reason: change.reason)
    return .success
  }
}

extension AccessGrant.Role: ExpressibleByArgument {}
