import ArgumentParser
import FormRecorder

struct Dump: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Write everything that counts, so that two databases can be compared.",
    discussion: """
      Definitions, imports and submissions with their verdicts, as NDJSON, ordered by what they are, \
      without times, paths and the numbers of rows: two databases with equal content give equal bytes, \
      whatever came first and however often an import was broken off. Unfinished and discarded imports \
      are left out. Sensitive values are in it.

      formrec dump --canonical | sha256sum
      """)

  @Flag(help: "The only form there is, and the default.") var canonical = false
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    try store.recorder.dump { try console.out($0) }
    return .success
  }
}
