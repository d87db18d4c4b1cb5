package import ArgumentParser
import FormRules

/// The root of the command line. To add a command, see CONTRIBUTING.md.
package struct FormrecCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "formrec",
    abstract: "Validates form submissions by versioned rules and stores all of them.",
    discussion: """
      A form defines the fields of a record; a rule set defines which records are accepted. \
      Every record is stored as received, with its verdict, all errors, and the version of the \
      rules that were applied.

      To begin: formrec import contacts.csv --definitions contacts.yaml

      The database is --db PATH, otherwise FORMREC_DB, otherwise formrec.sqlite in the working \
      directory. Exit codes: \
      \(ExitCode.meanings.map(\.description).joined(separator: "; ")).

      formrec --version --verbose prints the versions of the schema and of the libraries, too.
      """,
    version: "formrec \(ProgramVersion.number)",
    subcommands: [
      ApplyCommand.self,
      AssignCommand.self,
      AuditCommand.self,
      BackupCommand.self,
      CheckCommand.self,
      CommentCommand.self,
      ConvertCommand.self,
      CorrectCommand.self,
      DiffCommand.self,
      DiscardCommand.self,
      DoctorCommand.self,
      DumpCommand.self,
      ExportCommand.self,
      HistoryCommand.self,
      ImportCommand.self,
      ImportRunCommand.self,
      InferCommand.self,
      LinkCommand.self,
      ListCommand.self,
      LogCommand.self,
      MailCommand.self,
      ProfileCommand.self,
      ProveCommand.self,
      PurgeCommand.self,
      ReopenCommand.self,
      ReplayCommand.self,
      RestoredCommand.self,
      RetractCommand.self,
      RulesCommand.self,
      ServeCommand.self,
      ShowCommand.self,
      SplitCommand.self,
      SubmitCommand.self,
      TemplateCommand.self,
      TestCommand.self,
      TokenCommand.self,
      UpgradeCommand.self,
      UseCommand.self,
      UserCommand.self,
      VerifyCommand.self,
      WaiveCommand.self,
      WebhookCommand.self,
    ])

  package init() {}
}
