import FormRecorderTestSupport
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// Returned workbooks, which programs may have copied or edited.
@Suite struct ReturnedWorkbookTests {
  private static let definitions = """
    form: notes
    fields:
      - {name: id, type: integer}
      - {name: note, type: text}
      - {name: more, type: text}
    ---
    rules: notes
    form: notes
    fields:
      note: [{length: {max: 5}}]
    """

  private func store() throws -> TemporaryStore {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,note,more\n1,= kommt später,2\n2,toolong,=1+1\n")
    return store
  }

  /// Imports a workbook whose rows have these cells in XML, after a header.
  private func correct(
    _ store: TemporaryStore, _ rows: [String],
    _ change: (inout CorrectionRequest) -> Void = { _ in }
  ) throws -> ImportReport {
    let header = ["id", "note", "more", "_submission"].map { "<c t='str'><v>\($0)</v></c>" }
    let xml = ([header.joined()] + rows).map { "<row>\($0)</row>" }.joined()
    let path = store.path("back.xlsx")
    try Data(SmallWorkbook.bytes(xml)).write(to: URL(fileURLWithPath: path))
    var request = CorrectionRequest(path: path)
    change(&request)
    return try store.recorder.importCorrections(request)
  }

  /// A program that copied the workbook made a formula of a text that begins with `=`.
  @Test func valuesOfFormulasAreNoCorrections() throws {
    let store = try store()
    let rows = [
      "<c><v>1</v></c><c><f> kommt später</f><v>0</v></c><c><v>2</v></c><c><v>1</v></c>",
      "<c><v>2</v></c><c t='str'><v>short</v></c><c t='str'><v>=1+1</v></c><c><v>2</v></c>",
    ]
    let counts = try #require(try correct(store, rows).corrections)
    #expect(counts.refused.map(\.reason) == [.formula(column: "note")])
    #expect(counts.rows == 1 && counts.closed == 1)
  }

  /// A formula whose value is the exported text changes nothing.
  @Test func formulasWithTheOriginalValueAreUnchanged() throws {
    let row =
      "<c><v>1</v></c><c t='str'><f>A1</f><v>= kommt später</v></c><c><f>1+1</f><v>2</v></c>"
      + "<c><v>1</v></c>"
    let counts = try #require(try correct(store(), [row]).corrections)
    #expect(counts.refused.isEmpty && counts.unchanged == 1)
  }

  /// The change of a protected cell is kept, but its value is not stored.
  @Test(arguments: [true, false]) func protectedFormulasCanBeKept(keeps: Bool) throws {
    let store = try store()
    let row =
      "<c><v>2</v></c><c t='str'><v>short</v></c><c><f>1+1</f><v>2</v></c><c><v>2</v></c>"
    #expect(try correct(store, [row]).isRefused)
    let report = try correct(store, [row]) {
      if keeps { $0.keptColumns = ["more"] } else { $0.acceptedColumns = ["more"] }
    }
    #expect(report.corrections?.closed == (keeps ? 1 : 0))
    #expect(report.corrections?.refused.map(\.reason.code) == (keeps ? [] : ["formula"]))
  }
}
