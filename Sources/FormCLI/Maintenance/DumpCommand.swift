import ArgumentParser
import FormRecorder

struct DumpCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Write the content of the database in canonical form.",
    discussion: """
      Writes definitions, imports and submissions with their verdicts as NDJSON, ordered by \
      content and without times, paths and row numbers. Databases with equal content give equal \
      output, regardless of the order of imports and of interruptions. Unfinished, discarded and \
      retracted imports are omitted. The output contains sensitive values.

      formrec dump --canonical | sha256sum
      """)

  @Flag(help: "Write the canonical form, which is the default.") var canonical = false
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    try store.reader(console).dump { try console.write($0) }
    return .success
  }
}
