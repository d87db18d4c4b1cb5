import FormQueries
import Testing

@Suite struct SpreadsheetTextTests {
  @Test(arguments: [
    "=1+1", "@SUM(1)", "\t=1", "\r=1", "\n=1", "\tfoo", "\rfoo", "\nfoo", " =1", "\0=1",
    "\u{FEFF}=1", "\u{A0}=1",
    "\u{200B}=1", "＝1", "＋1", "－1", "＠a", "+", "-", "+1+1", "-1+1", "-1-1", "+a", "-a", "+1..2",
    "-1e", "-1e+", "+1234567890123456a", "-2+3+cmd|' /C calc'!A0", "+49 30 (SUM)",
    "+1-555-010-0199", "+49 (0)30/123-45", "+49 -30123456",
    "+1 (23) 45 6", "+1 (23) 45 67890123456",
    "=HYPERLINK(\"http://x\",\"y\")", "--1", "+-1", "-5 EUR", "\u{2009}@x",
    "\u{202E}=1", "\u{202A}\u{2066}=1", "\u{2069}@x", "\u{200D}=1", "\u{2060}+a", "\u{AD}=1",
    "\u{61C}=1", "\u{180E}=1", "\u{34F}=1", "\u{3164}=1", "\u{FE0F}=1", "\u{E0001}=1",
    "\u{E0041} =1", "\u{3000}=1", "\u{85}=1", "\u{2028}=1", "\u{FFF9}-a", "\u{2800}=1", "﹦1", "﹫a",
  ])
  func evaluatedCellsAreFormulas(_ cell: String) {
    let isFormula = SpreadsheetText.isFormula(Array(cell.utf8).span)
    #expect(isFormula)
  }

  @Test(arguments: [
    "", "a", "1", "-1", "+1", "-1.5", "-.5", "-1,234.50", "-1.234,50", "-1'000", "-1 000", "-1e5",
    "-1E-5", "-5%", "+49 30 1234567", "+49 (0)30 123-45", "+49.30.12345",
    "+1 (23) 45 67", "+1 (23) 45 6789012345", "+123456", ";=1",
    "'=1", "a=b", "a@b", " a", "\0a", "é", "e\u{301}", "\"=1\"", "日本", "＊", "\u{2014}x", "1+1",
    "\u{202E}a", "\u{200D}", "\u{FE0F}-1", "\u{301}=1",
  ])
  func textAndNumbersAreNotFormulas(_ cell: String) {
    let isFormula = SpreadsheetText.isFormula(Array(cell.utf8).span)
    #expect(!isFormula)
  }
}
