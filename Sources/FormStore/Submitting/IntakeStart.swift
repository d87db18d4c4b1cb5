package import FormRules
import GRDB

/// The data of single submissions that is known before they are judged.
package struct IntakeStart: Sendable {
  package var run: RunStart
  package var source: String?
  /// The columns of their intake: one for each field, followed by those of other names.
  package var columns: [ImportColumn]
  /// The offsets of the form's time zone during the day, or nil if it states none.
  package var offsets: DayOffsets?

  package init(run: RunStart, source: String?, columns: [ImportColumn]) {
    self.run = run
    self.source = source
    self.columns = columns
  }

  /// The time of the submissions, which is their clock.
  var at: String { run.startedAt }

  /// The names of the columns that are not fields, as a JSON array.
  var names: String { Self.names(of: columns) }

  static func names(of columns: [ImportColumn]) -> String {
    JSON.array(columns.filter { $0.field == nil }.map { .string($0.header) }).text
  }
}

extension IntakeStart {
  /// The import of the intake, or nil if there is none yet.
  func importID(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT n.import FROM \(Self.intakesOfDay) AND n.names = ?"),
      arguments: arguments + [names])
  }

  /// The intakes of a plan, parameters, scenario and day.
  static let intakesOfDay = """
    intake n JOIN plan l ON l.id = n.plan
    WHERE l.form_version = ? AND l.rules_version = ? AND n.parameters = ? AND n.scenario = ?
      AND n.day = ?
    """

  /// The arguments of `intakesOfDay`.
  var arguments: StatementArguments {
    [run.form.id, run.rules.id, run.parameters, run.scenario ?? "", day]
  }

  /// The offsets in the options of an intake.
  static func offsets(_ db: Database, ofIntake id: Int64) throws -> DayOffsets? {
    let options = try String.fetchOne(
      db.cachedStatement(sql: "SELECT options FROM import WHERE id = ?"), arguments: [id])
    guard let text = JSONReader.decode([String: String].self, from: options ?? "")?["offsets"]
    else { return nil }
    guard let offsets = DayOffsets(text: text) else {
      throw StoreError.altered("the options of an intake are damaged")
    }
    return offsets
  }

  /// The day in UTC.
  var day: String { String(at.prefix(10)) }
}
