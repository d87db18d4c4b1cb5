/// The state of an import.
public enum ImportState: String, CaseIterable, Sendable {
  /// Not all records are stored yet.
  case unfinished
  /// All records are stored.
  case finished
  /// An unfinished import that was discarded.
  case discarded
  /// A finished import that was retracted.
  case retracted

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
