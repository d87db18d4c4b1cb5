#if Server
extension PageAssets {
  /// The grid of failures: edits, repairs of columns, waivers, saving and returned files.
  static let repairText = [
    RepairScript.state,
    RepairScript.requests,
    RepairScript.changes,
    RepairScript.filters,
    RepairScript.grid,
    RepairScript.editing,
    RepairScript.clipboard,
    RepairScript.columns,
    RepairScript.waivers,
    RepairScript.comments,
    RepairScript.assignments,
    RepairScript.saving,
    RepairScript.files,
  ].joined()
}

/// The parts of the script, which are one function.
enum RepairScript {}
#endif
