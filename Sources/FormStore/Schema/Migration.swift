/// One step of the schema's history: a file in the folder `Migrations/`, embedded in
/// `MigrationTexts`.
struct Migration {
  /// The file's name without its extension, such as `m0001_schema`.
  let name: String
  /// The SQL text.
  let sql: String

  /// All migrations, in order. The database's `user_version` is the number of applied migrations.
  static var all: [Migration] { embedded + added }

  private static let embedded = MigrationTexts.all.map { Migration(name: $0, sql: $1) }

  /// Additional migrations, which tests use to upgrade current stores.
  @TaskLocal static var added: [Migration] = []

  /// "fmrc", which identifies the file as a store of this program in the file header.
  static let applicationID: Int32 = 0x666D_7263

  static let migrationTable = """
    CREATE TABLE migration (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      text TEXT NOT NULL,
      applied_at TEXT NOT NULL
    ) STRICT
    """
}
