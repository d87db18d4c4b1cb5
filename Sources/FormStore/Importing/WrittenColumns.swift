import GRDB

/// The columns of an import that is being written.
struct WrittenColumns {
  private var all: [ImportColumn]
  /// Whether columns were added since the views last showed them.
  private var areNew = false

  /// - Parameter stored: The columns that are already stored.
  init(_ stored: [ImportColumn] = []) { all = stored }

  mutating func insert(_ new: [ImportColumn], _ db: Database, import importID: Int64) throws {
    for column in new {
      try column.insert(db, import: importID, at: all.count)
      all.append(column)
    }
    areNew = true
  }

  /// Updates the views, if columns were added.
  mutating func show(_ db: Database, import importID: Int64, of bound: BoundVersions) throws {
    guard areNew else { return }
    try ImportColumnTable.show(db, import: importID, all, of: bound, state: .unfinished)
    areNew = false
  }
}
