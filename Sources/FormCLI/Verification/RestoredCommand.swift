import ArgumentParser
import FormBytes
import FormRecorder
import FormRules
import Foundation

struct RestoredCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "restored", abstract: "Declare that a backup took the place of the database.",
    discussion: """
      After a backup or a replica has been put in place, the events after it are gone. A file of \
      receipts still names them, so that 'verify --against' reports an altered log, and commands \
      with --receipts do not start. This command records which events are gone, with the operator \
      and the reason. 'verify --against' then reports that it was declared, and the file can be \
      used again.

      formrec restored --receipts /mnt/safe/receipts.jsonl --by ana --reason 'disk failure'
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func validate() throws {
    _ = try change.requiredAttribution()
    guard try change.receipts != nil else {
      throw ValidationError(
        "a file of receipts is required: set --receipts FILE or FORMREC_RECEIPTS")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    let (by, reason) = try change.requiredAttribution()
    guard let path = try change.receipts else { return .usage }
    // Opening it for the receipt of the declaration would create it.
    guard FileManager.default.fileExists(atPath: path) else {
      throw RecorderError(.unreadable, "\(path): no such file")
    }
    var recorder = store.recorder
    console.changes.follow(&recorder, appendingTo: try ReceiptFile(path: path))
    let restoration = try recorder.declareRestoration(receipts: path, by: by, reason: reason)
    try console.printReport(
      output.format, restoration, lines: ["event \(restoration.event): \(restoration.text)"])
    return .success
  }
}

extension Restoration {
  /// Who declared it, and why.
  var declaration: String {
    "declared \(at) by \((by ?? "").displayText): \((reason ?? "").displayText)"
  }

  /// The lost events, in words.
  var text: String {
    let events =
      lost.count == 1
      ? "event \(lost.lowerBound) is" : "events \(lost.lowerBound) to \(lost.upperBound) are"
    return "\(events) gone, because an earlier copy took the place of the database"
  }
}
