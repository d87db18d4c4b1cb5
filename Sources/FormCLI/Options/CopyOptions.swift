import ArgumentParser

/// Who makes a copy of stored data. The log contains it.
struct CopyOptions: ParsableArguments {
  @Option(
    name: .customLong("by"),
    help: ArgumentHelp("The operator who makes the copy. Default: FORMREC_BY.", valueName: "name"))
  var operatorName: String?
  @Option(help: ArgumentHelp("The reason, which is recorded.", valueName: "text"))
  var reason: String?

  /// The operator, or nil if unspecified.
  var by: String? {
    get throws { try operatorName ?? ChangeOptions.environmentOperator }
  }

  func validate() throws {
    try ChangeOptions.requireText(["--by": operatorName, "--reason": reason])
  }

  /// Notes that a copy is not recorded.
  static func note(_ isRecorded: Bool?, _ console: Console) {
    guard isRecorded == false else { return }
    console.note("the log does not contain this copy, because the database cannot be written")
  }
}
