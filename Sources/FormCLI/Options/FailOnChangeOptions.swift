import ArgumentParser
import FormRules

/// The option that determines the exit code of commands that compare definitions.
struct FailOnChangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Exit with 1 if a difference, or a part of it, is of one of these classes: stricter, looser, "
        + "neither, unknown.", valueName: "class,…"))
  var failOn: Classes?

  /// Classes of changes, separated by commas.
  struct Classes: ExpressibleByArgument {
    var classes: Set<AcceptanceChange> = []

    init?(argument: String) {
      for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
        guard let change = AcceptanceChange(rawValue: String(word)) else { return nil }
        classes.insert(change)
      }
    }
  }

  /// Returns whether the option names the class of a change, of one of its parts, or of both
  /// together.
  func includes(_ acceptanceChanges: Set<AcceptanceChange>) -> Bool {
    guard let classes = failOn?.classes else { return false }
    return classes.contains(AcceptanceChange(combining: acceptanceChanges))
      || !classes.isDisjoint(with: acceptanceChanges)
  }
}
