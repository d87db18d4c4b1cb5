public import ArgumentParser
public import FormRecorder
import FormRules

/// Lists the grants of tokens and users.
struct GrantList: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tokens and users that have access.")

  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let grants = try store.recorder.accessGrants()
    try console.printReport(output.format, grants, lines: lines(grants))
    return .success
  }

  private func lines(_ grants: [AccessGrant]) -> [String] {
    TextTable.lines(
      ["number", "kind", "role", "form", "since", "name"],
      grants.map {
        [
          .text(String($0.id)), .text($0.credential.rawValue), .text($0.role.rawValue),
          .text($0.form),
          .text($0.grantedAt), .text($0.name.displayText),
        ]
      })
  }
}

/// Revokes the access of a token or user.
struct Revoke: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "End the access of a token or user, by its number.")

  @Argument(help: "The number of the token or user, as shown by 'list'.") var number: Int64
  @OptionGroup var change: ChangeOptions
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    try change.recorder(store, console).revokeAccess(
      number, by: change.by, reason: change.reason)
    return .success
  }
}

extension AccessGrant.Role: ExpressibleByArgument {}
