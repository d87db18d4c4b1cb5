package import FormRules
import Foundation
import GRDB

extension Store {
  /// The copies of the store that were made before migrations and still exist.
  package var upgradeBackups: [String] { StoreUpgrade.backups(of: path) }

  /// The number of migrations of the store.
  package var schema: Int {
    get throws(StoreError) {
      try readWithoutTransaction { try $0.number(sql: "PRAGMA user_version") }
    }
  }

  /// Returns a temporary copy with the schema of this program, or nil if the store has it.
  ///
  /// - Parameter readForm: Reads the content of a form, whose views a migration creates again.
  package func upgradedCopy(
    readForm: @escaping (StoredVersion) throws -> Form
  ) throws(StoreError) -> TemporaryFile? {
    if try schema == Migration.all.count { return nil }
    let beside = StoreFile.isWritableFolder(of: path) ? path : "\(NSTemporaryDirectory())/store"
    let file: TemporaryFile
    do throws(SystemError) {
      file = try TemporaryFile(beside: beside)
    } catch {
      throw .unusable(path: path, reason: "an upgraded copy cannot be created: \(error)")
    }
    try copy(to: file.path, name: file.path)
    // Closed at once, so that its content is complete.
    var migration = SchemaMigration(readForm: readForm)
    migration.keepsCopy = false
    _ = try WritableStore(writingAt: file.path, migration: migration)
    return file
  }

  /// Deletes the temporary files of ended processes next to the store, which may be copies of it.
  ///
  /// - Returns: The temporary files that remain.
  package func deleteTemporaryFiles() -> [String] {
    TemporaryFile.deleteLeftovers(in: TemporaryFile.folder(of: path))
  }
}
