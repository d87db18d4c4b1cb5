import ArgumentParser
import FormRecorder
import FormRules

struct LinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Print an address at which a sender sees one import's failures.",
    discussion: """
      Anyone with the address sees the failures of the import and, unless --rights is read, \
      repairs them, without an account. It shows nothing of other imports, masks sensitive fields, \
      and expires. It is printed once; the database stores only a digest of its secret. The log \
      records what its holders do under the name of the link.

      formrec link --import 12 --days 14 --server https://forms.example.org
      formrec link list
      formrec link revoke 31 --reason 'sent to the wrong person'
      """,
    subcommands: [Add.self, GrantList.self, Revoke.self], defaultSubcommand: Add.self)

  struct Add: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Print the address of a new link.")

    @Option(name: .customLong("import"), help: ArgumentHelp("The import.", valueName: "number"))
    var importNumber: Int64
    @Option(help: "The number of days until the link expires.") var days = 14
    @Option(help: "What the holder may do.") var rights = Rights.correct
    @Option(help: "The name in the log. Default: with the import and the time.") var name: String?
    @Option(help: ArgumentHelp("The address of the server.", valueName: "url"))
    var server = "http://localhost:8080"
    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOptions

    enum Rights: String, ExpressibleByArgument, CaseIterable { case correct = "fix", read }

    mutating func validate() throws {
      try require("--days", days, in: 1...366, unit: "days")
      guard let site = HostPolicy.Destination.site(server) else {
        throw ValidationError(
          "--server must be an http or https URL in ASCII, without a user name, query or fragment")
      }
      server = site
    }

    func run(_ console: Console) throws -> ExitCode {
      var request = AccessRequest(name: name, role: rights == .correct ? .correct : .read)
      (request.by, request.reason) = (try change.by, change.reason)
      let added = try change.recorder(store, console).grantLink(
        request, toImport: importNumber, days: days)
      console.note(
        "link \(added.grant.id), until \(added.grant.expiresAt ?? ""); it is not shown again")
      try console.print(server + added.path)
      return .success
    }
  }
}
