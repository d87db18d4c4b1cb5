import Testing

@testable import FormRules

/// What repairs do with texts.
@Suite struct RepairTests {
  private static let commas = FieldType.decimal(.init(point: ",", group: ["."]))
  private static let german = FieldType.date(formats: [DateFormat("dd.MM.yyyy")!])

  /// Changes, the type of the field, a text, and the repaired text or nil.
  @Test(
    arguments: [
      (.replace(["UK": "GB"]), .text, "UK", "GB"), (.replace(["UK": "GB"]), .text, " UK ", "GB"),
      (.replace(["UK": "GB"]), .text, "uk", nil), (.replace(["UK": "UK"]), .text, "UK", nil),
      (.replace(["": "GB"]), .text, "", "GB"),
      (.strip([" ", "-"]), .text, "+49 171-1", "+491711"), (.strip([" "]), .text, "1", nil),
      (.notation(commas), .decimal(), "1.234,50", "1234.50"),
      (.notation(commas), .decimal(), " 1.234,50 ", "1234.50"),
      (.notation(commas), .decimal(), "-7,5", "-7.5"), (.notation(commas), .decimal(), "1.5", nil),
      (.notation(commas), .decimal(), "12", nil), (.notation(commas), .decimal(), "", nil),
      (.notation(commas), .integer, "1.234,00", "1234"), (.notation(commas), .integer, "1,5", nil),
      (.notation(commas), .text, "1,5", nil),
      (.notation(german), .date(), "31.12.1999", "1999-12-31"),
      (.notation(german), .date(), "31.02.1999", nil),
      (.notation(german), german, "31.12.1999", nil),
      (
        .notation(.date()), .date(formats: [DateFormat("MM/dd/yyyy")!]), "1999-12-31", "12/31/1999"
      ),
      (.notation(.boolean(.init(yes: ["ja"], no: ["nein"]))), .boolean(), "Ja", "true"),
    ] as [(Repair.Change, FieldType, String, String?)])
  func texts(_ change: Repair.Change, _ type: FieldType, _ text: String, _ repaired: String?) {
    #expect(Repair("x", change).repaired(text, as: type) == repaired)
  }
}
