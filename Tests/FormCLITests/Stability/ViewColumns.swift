import FormStore
import FormTestSupport
import Foundation
import GRDB

/// The documented views of a store with one form, and their columns.
///
/// `NAME` is the name of the form; its fields follow the columns that begin with `_`.
enum ViewColumns {
  static func items() throws -> Set<String> {
    let folder = try TemporaryFolder()
    let signups = Repository.fixture("readme/signups").path
    let run = CommandRun([
      "import", "\(signups).csv", "--definitions", "\(signups).yaml", "--db",
      folder.path("s.sqlite"),
    ])
    guard run.code == 1 else { throw CommandFailure(transcript: run.transcript) }
    return try DatabaseQueue(path: folder.path("s.sqlite")).read { db in
      let views = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'view'")
        // Other views are parts of these.
        .filter { $0.hasSuffix("_view") || $0.hasPrefix("form_") }
      return try Set(
        views.flatMap { view -> [String] in
          let isOfForm = view.hasPrefix("form_")
          let name = isOfForm ? view.replacing("signups", with: "NAME") : view
          let columns = try String.fetchAll(
            db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [view])
          return [name]
            + columns.filter { !isOfForm || $0.hasPrefix("_") }.map { "\(name).\($0)" }
        })
    }
  }

  struct CommandFailure: Error {
    let transcript: String
  }
}
