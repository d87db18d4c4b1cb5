/// The state of an import.
package enum ImportState: String, CaseIterable, Sendable {
  case unfinished, finished, discarded, retracted

  /// Returns an SQL expression for the state of the import with an id.
  static func sql(of id: String) -> String {
    """
    CASE WHEN \(id) IN (SELECT import FROM discard) THEN 'discarded'
      WHEN \(id) IN (SELECT import FROM retracted_import) THEN 'retracted'
      WHEN \(id) IN (SELECT import FROM import_end) OR \(id) IN (SELECT import FROM intake)
      THEN 'finished' ELSE 'unfinished' END
    """
  }
}
