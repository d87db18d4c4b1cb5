import ArgumentParser
import FormRecorder

/// Who changes the store, why, and where receipts go; shared by all commands that do.
struct ChangeOptions: ParsableArguments {
  @Option(
    name: .customLong("by"),
    help: ArgumentHelp("Who makes the change; else FORMREC_BY.", valueName: "name"))
  var operatorName: String?

  @Option(help: ArgumentHelp("Why; recorded with the change.", valueName: "text"))
  var reason: String?

  @Option(
    name: .customLong("receipts"),
    help: ArgumentHelp(
      "A file to which receipts are appended; else FORMREC_RECEIPTS.", valueName: "file"))
  var receiptFile: String?

  /// Who makes the change; nil when nobody says.
  var by: String? {
    get throws { try operatorName ?? Self.variable("FORMREC_BY") }
  }

  private var receipts: String? {
    get throws { try receiptFile ?? Self.variable("FORMREC_RECEIPTS") }
  }

  /// A variable that is set to nothing says nothing.
  private static func variable(_ name: String) throws -> String? {
    try Environment.value(of: name).flatMap { $0.isBlank ? nil : $0 }
  }

  func validate() throws {
    _ = try (by, receipts)
    for (option, text) in [
      ("--by", operatorName), ("--reason", reason), ("--receipts", receiptFile),
    ] where text?.isBlank == true {
      throw ValidationError("\(option) is empty")
    }
  }

  /// Both, for a decision that nobody makes without a name and a reason.
  func requiredAttribution() throws -> (by: String, reason: String) {
    guard let by = try by else {
      throw ValidationError("say who decides: --by NAME, or FORMREC_BY")
    }
    guard let reason else { throw ValidationError("say why: --reason TEXT") }
    return (by, reason)
  }

  /// A recorder whose changes are followed. Where receipts cannot be appended nothing is begun.
  func recorder(
    _ store: StoreOptions, _ console: Console, isDryRun: Bool = false
  ) throws -> Recorder {
    var recorder = store.recorder
    if isDryRun { return recorder }
    let file = try receipts.map { try recorder.receiptFile($0) }
    console.changes.follow(&recorder, appendingTo: file)
    return recorder
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
