import ArgumentParser
import FormRecorder

struct ProveCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove", abstract: "Write a proof of a submission and its verdict.",
    discussion: """
      A proof shows without the database what was recorded, when, and with which verdict. It \
      leads to a receipt: whoever keeps the receipt can verify that nothing was altered since, \
      with 'formrec verify --proof' or the program in integrations/python. The proof contains \
      the cells as they were received, also those of sensitive fields; --no-content omits cells \
      and errors and shows only their digest.

      Without --event, the proof is about the current verdict. The number of a decision, a purge, \
      a retraction or another run is that of 'formrec log'.

      formrec prove 4711 -o proof.txt
      formrec prove 4711 --event 23 --rule email.email -o waiver.txt
      formrec prove 4711 --against /mnt/safe/receipts.jsonl
      formrec verify --proof proof.txt --against /mnt/safe/receipts.jsonl
      """)

  @Argument(help: "The submission's number.") var submission: Int64
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"))
  var output: String?
  @Flag(help: "Replace an existing file.") var force = false
  @Flag(help: "Omit the cells and the errors.") var noContent = false
  @Option(help: "The event to prove. Default: that of the current verdict.") var event: Int64?
  @Option(help: "The rule, if a decision is about several rules of the submission.")
  var rule: String?
  @Option(
    help: ArgumentHelp(
      "A file of receipts; the proof leads to the last one of the database. Default: the receipt "
        + "of the last event.", valueName: "file"))
  var against: String?
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if output == nil { try require("-o", for: ["--force": force]) }
    if event == nil { try require("--event", for: ["--rule": rule != nil]) }
  }

  func run(_ console: Console) throws -> ExitCode {
    try OutputFile.check(output, isNoneOf: against.map { [$0] } ?? [])
    let recorder = store.recorder
    let proof = try recorder.proof(
      of: submission, event: event, rule: rule, hasContent: !noContent, forReceiptsIn: against)
    let path = output ?? "-"
    try console.write(proof.bytes, to: path) {
      try recorder.write(proof, to: path, replacing: force)
    }
    return .success
  }
}
