/// A reason why the retraction of an import cannot be undone.
package enum ReinstatementConflict: Sendable, CustomStringConvertible {
  /// The import is not retracted.
  case inEffect
  /// The import was retracted together with the import that it corrects.
  case retractedWith(importID: Int64)
  /// The same file was imported again.
  case importedAgain(importID: Int64)
  /// Records that the import replaces were corrected by an import that took effect later.
  case corrected(importID: Int64)
  /// The import contains corrections of records that a later delivery replaced first.
  case replaced(importID: Int64)
  /// The import contains corrections of a retracted import.
  case correctsRetracted(importID: Int64)
  /// Records of the import were purged, so that their keys are unknown.
  case purged

  package var description: String {
    switch self {
    case .inEffect: "the import is in effect"
    case .retractedWith(let id): "it was retracted with import \(id); undo that retraction"
    case .importedAgain(let id):
      "its file was imported again as import \(id); retract that import first"
    case .corrected(let id):
      "import \(id) has corrected records that it replaces; retract that import first"
    case .replaced(let id):
      "import \(id) has replaced records that it corrects; retract that import first"
    case .correctsRetracted(let id):
      "import \(id), whose records it corrects, is retracted; undo that retraction first"
    case .purged: "records of it were purged, and their keys with them"
    }
  }
}
