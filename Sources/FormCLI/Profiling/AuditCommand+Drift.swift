import FormRecorder
import FormRules

extension AuditCommand {
  /// Prints the differences between the last two imports of each source.
  func printDrift(_ localization: Localization, _ console: Console) throws {
    let drifts = try store.recorder.drift(selection.selection, in: localization)
    try console.printReport(
      reportFormat, JSON.object(["drift": drifts.json]),
      lines: drifts.isEmpty
        ? ["no source has two finished imports with records"]
        : Array(DriftText.lines(drifts).dropFirst()))
  }
}
