import ArgumentParser

/// Who changes the store, and why; shared by all commands that do. Sealed with each event.
struct ChangeOptions: ParsableArguments {
  @Option(
    name: .customLong("by"),
    help: ArgumentHelp("Who makes the change; else FORMREC_BY.", valueName: "name"))
  var operatorName: String?

  @Option(help: ArgumentHelp("Why; recorded with the change.", valueName: "text"))
  var reason: String?

  /// Who makes the change; nil when nobody says.
  var by: String? {
    get throws {
      if let operatorName { return operatorName }
      // A variable that is set to nothing says nothing.
      return try Environment.value(of: "FORMREC_BY").flatMap { $0.isBlank ? nil : $0 }
    }
  }

  func validate() throws {
    _ = try by
    for (option, text) in [("--by", operatorName), ("--reason", reason)] where text?.isBlank == true
    {
      throw ValidationError("\(option) is empty")
    }
  }

  /// Both, for a decision that nobody makes without a name and a reason.
  func required() throws -> (by: String, reason: String) {
    guard let by = try by else {
      throw ValidationError("say who decides: --by NAME, or FORMREC_BY")
    }
    guard let reason else { throw ValidationError("say why: --reason TEXT") }
    return (by, reason)
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
