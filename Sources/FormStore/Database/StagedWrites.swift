import GRDB

/// Writes that the next transaction of a store makes before its own. They are committed together.
protocol StagedWrites {
  func write(_ db: Database) throws
  func didCommit()
}
