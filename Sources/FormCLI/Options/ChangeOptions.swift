import ArgumentParser
import FormRecorder

/// The operator and the reason of a change, and the receipt file. All commands that change the
/// store share these options.
struct ChangeOptions: ParsableArguments {
  @Option(
    name: .customLong("by"),
    help: ArgumentHelp("The operator who makes the change. Default: FORMREC_BY.", valueName: "name")
  )
  var operatorName: String?

  @Option(help: ArgumentHelp("The reason, which is stored with the change.", valueName: "text"))
  var reason: String?

  @Option(
    name: .customLong("receipts"),
    help: ArgumentHelp(
      "The file to append receipts to. Default: FORMREC_RECEIPTS.", valueName: "file"))
  var receiptFile: String?

  /// The operator, or nil if unspecified.
  var by: String? {
    get throws { try operatorName ?? Self.environmentOperator }
  }

  static var environmentOperator: String? { get throws { try variable("FORMREC_BY") } }

  /// The file of receipts, or nil if unspecified.
  var receipts: String? {
    get throws { try receiptFile ?? Self.variable("FORMREC_RECEIPTS") }
  }

  /// An empty variable counts as unset.
  private static func variable(_ name: String) throws -> String? {
    try Environment.value(of: name).flatMap { $0.isBlank ? nil : $0 }
  }

  func validate() throws {
    _ = try (by, receipts)
    try Self.requireText([
      "--by": operatorName, "--reason": reason, "--receipts": receiptFile,
    ])
  }

  /// - Throws: `ValidationError` if an option is specified without a text.
  static func requireText(_ options: KeyValuePairs<String, String?>) throws(ValidationError) {
    for (option, text) in options where text?.isBlank == true {
      throw ValidationError("\(option) is empty")
    }
  }

  /// The operator, for changes that require one.
  func requiredBy() throws -> String {
    guard let by = try by else {
      throw ValidationError("an operator is required: set --by NAME or FORMREC_BY")
    }
    return by
  }

  /// The operator and the reason, for decisions that require both.
  func requiredAttribution() throws -> (by: String, reason: String) {
    let by = try requiredBy()
    guard let reason else { throw ValidationError("a reason is required: set --reason TEXT") }
    return (by, reason)
  }

  /// Creates a recorder whose changes are tracked. If receipts cannot be appended, nothing is
  /// changed.
  ///
  /// - Parameter inputs: The files of records, to which no receipts are appended.
  func recorder(
    _ store: StoreOptions, _ console: Console, isDryRun: Bool = false, reading inputs: [String] = []
  ) throws -> Recorder {
    var recorder = store.recorder
    if isDryRun { return recorder }
    let path = try receipts
    try OutputFile.check(path, isNoneOf: inputs)
    let file = try path.map { try recorder.receiptFile($0) }
    console.changes.follow(&recorder, appendingTo: file)
    return recorder
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
