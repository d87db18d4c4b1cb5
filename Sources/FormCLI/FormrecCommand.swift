package import ArgumentParser
import FormRules

/// The root of the command line. To add a command, add a file in `Commands/` and a line here.
package struct FormrecCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "formrec",
    abstract: "Records form submissions: judges them by versioned rules and keeps every one.",
    discussion: """
      A form says which fields a record has, a rule set what makes a record acceptable. Every record \
      that arrives is kept as it came, with its verdict and every error, under the version of the \
      rules that judged it.

      To begin: formrec import contacts.csv --definitions contacts.yaml

      The database is --db PATH, else FORMREC_DB, else formrec.sqlite in the working directory.
      Exit codes: 0 done, all accepted; 1 done, something was rejected or differs; 2 not done, and \
      nothing half-written, unless the error says that it is stored and only the answer could not be \
      written; 64 wrong usage; 130 stopped by Ctrl-C, after what was begun was finished or taken back; 141 \
      nobody reads the output any more.
      """,
    version: "formrec \(ProgramVersion.number)",
    subcommands: [
      Apply.self,
      Audit.self,
      Backup.self,
      Check.self,
      Convert.self,
      Diff.self,
      Discard.self,
      Doctor.self,
      Dump.self,
      Export.self,
      History.self,
      Import.self,
      Infer.self,
      List.self,
      Log.self,
      Profile.self,
      Purge.self,
      Reopen.self,
      Replay.self,
      Rules.self,
      Show.self,
      Split.self,
      Submit.self,
      Test.self,
      Use.self,
      Verify.self,
      Waive.self,
    ])

  package init() {}
}

/// A command that prints optional notes about its work.
protocol NotingCommand: ConsoleCommand {
  var verbosity: VerbosityOptions { get }
}

/// A command that writes to a console and returns an exit code.
protocol ConsoleCommand: ParsableCommand {
  /// Runs the command.
  ///
  /// - Throws: `RecorderError` for failures, and `OutputError` if the output cannot be written.
  func run(_ console: Console) throws -> ExitCode
}
