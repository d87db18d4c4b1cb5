import FormBytes
import FormTestSupport
import Foundation
import Testing

@testable import FormInput

/// Workbooks written cell by cell; `fixtures/formats` contains workbooks written by programs.
@Suite struct WorkbookTests {
  private func read(
    _ bytes: [UInt8], _ options: ReaderOptions = ReaderOptions()
  ) -> (header: [String], records: [ReadRecord], detected: DetectedProperties, error: ReaderError?)
  {
    do throws(ReaderError) {
      let result = readAll(
        try openReader(source: MemoryByteSource(bytes), name: "x.xlsx", options: options))
      return (result.header, result.records, result.detected, result.error)
    } catch {
      return ([], [], DetectedProperties(), error)
    }
  }

  private static let header = "<row r='1'><c t='s'><v>0</v></c><c t='s'><v>1</v></c></row>"
  private static let names = ["<t>a</t>", "<t>b</t>"]

  @Test(arguments: [1, 2]) func columnsAreLimited(maximum: Int) {
    let result = read(
      SmallWorkbook.bytes(Self.header, strings: Self.names),
      ReaderOptions { $0.maximumColumns = maximum })
    #expect(result.header == (maximum == 2 ? ["a", "b"] : []))
    #expect((result.error == nil) == (maximum == 2))
  }

  @Test func cellsAreConvertedByType() {
    let rows = """
      \(Self.header)<row r='3'><c r='A3'><v>1.1000000000000001</v></c><c r='B3' t='s'><v>2</v></c></row>
      <row><c t='b'><v>1</v></c><c t='e'><v>#DIV/0!</v></c></row>
      <row><c r='B5' t='inlineStr'><is><t xml:space='preserve'> x,"y" </t></is></c></row>
      <row/><row r='7'><c r='A7' s='1'/></row>
      <row r='8'><c><f>1+1</f><v>2</v></c><c t='str'><f>A1</f><v>a_x000D_b_x005F_</v></c></row>
      <row r='9'><c r='A9'><v>1</v></c><c r='B9'><f>NOW()</f></c></row>
      """
    let rich = "<r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh>"
    let result = read(SmallWorkbook.bytes(rows, strings: Self.names + [rich]))
    #expect(result.error == nil)
    #expect(result.header == ["a", "b"])
    #expect(
      result.records.map(\.texts) == [
        ["1.1", "rich"], ["TRUE", "#DIV/0!"], ["", " x,\"y\" "], ["2", "a\rb_"], ["1", ""],
      ])
    #expect(result.records.map(\.line) == [3, 4, 5, 8, 9])
    #expect(
      result.records.map { $0.fault.map { "\($0.code) \($0.column)" } } == [
        nil, "cellError 2", nil, nil, "noValue 2",
      ])
    #expect(result.detected.blankLines == 2)
    #expect(result.records[2].raw == Array(#"," x,""y"" ""#.utf8))
  }

  @Test func namespacePrefixesAreRead() {
    let rows =
      "<x:row><x:c t='str'><x:v>a</x:v></x:c></x:row><x:row><x:c><x:v>7</x:v></x:c></x:row>"
    let sheet =
      "<x:worksheet xmlns:x='\(SmallWorkbook.main)'><x:sheetData>\(rows)</x:sheetData></x:worksheet>"
    #expect(read(SmallWorkbook.bytes("", sheet: sheet)).records.map(\.texts) == [["7"]])
  }

  @Test func recordsHaveTheWidthOfTheHeader() {
    let rows =
      "\(Self.header)<row r='2'><c r='A2'><v>1</v></c></row><row r='3'><c r='D3'><v>1</v></c></row>"
    let result = read(SmallWorkbook.bytes(rows, strings: Self.names))
    #expect(result.records.map { $0.fault?.code } == [nil, .tooManyFields])
    #expect(result.records[0].texts == ["1", ""])
    #expect(result.records[1].fault?.foundFields == 4)
  }

  /// A sheet is parsed in pieces of 64 KiB, most of which end within a row.
  @Test func rowsContinueInTheNextPiece() {
    let rows = (1...2_000).map { ["\($0)", "\($0)" + String(repeating: "n", count: 200)] }
    let cells = rows.map { "<row><c><v>\($0[0])</v></c><c t='str'><v>\($0[1])</v></c></row>" }
    let result = read(SmallWorkbook.bytes(Self.header + cells.joined(), strings: Self.names))
    #expect(result.error == nil)
    #expect(result.records.map { $0.texts.compactMap(\.self) } == rows)
  }

  @Test func headerRowCanBeChosenOrAbsent() {
    let title = "<row r='1'><c t='str'><v>Title</v></c></row>"
    let rest = "<row r='4'><c t='str'><v>a</v></c></row><row r='5'><c><v>1</v></c></row>"
    let bytes = SmallWorkbook.bytes(title + rest)
    #expect(read(bytes, ReaderOptions { $0.headerLine = 4 }).header == ["a"])
    #expect(read(bytes, ReaderOptions { $0.headerLine = 4 }).records.map(\.texts) == [["1"]])
    #expect(read(bytes, ReaderOptions { $0.headerLine = 0 }).records.count == 3)
    #expect(
      read(bytes, ReaderOptions { $0.headerLine = 2 }).error?.message.contains("row 2 is blank")
        == true)
    #expect(
      read(SmallWorkbook.bytes("")).error?.message.contains("the sheet has no values") == true)
  }

  @Test func chosenSheetIsRead() {
    let second = "<row><c t='str'><v>z</v></c></row><row><c><v>9</v></c></row>"
    let bytes = SmallWorkbook.bytes(Self.header, strings: Self.names, second: second)
    #expect(read(bytes).header == ["a", "b"])
    // The other sheet is hidden.
    #expect(read(bytes).detected.firstSheet == nil)
    for name in ["2", "Two & more", "two & MORE"] {
      #expect(read(bytes, ReaderOptions { $0.sheet = name }).header == ["z"])
    }
    let error = read(bytes, ReaderOptions { $0.sheet = "3" }).error
    #expect(error?.message.hasSuffix("it has 'One', 'Two & more'") == true)
    let csv = read(Array("a\n1\n".utf8), ReaderOptions { $0.sheet = "1" })
    #expect(csv.error?.kind == .notAWorkbook)
  }

  @Test func datesAreRecognizedByFormat() {
    let formats = ["dd/mm/yyyy", "[h]:mm", "yyyy-mm-dd\\ hh:mm", "00000", "#,##0.00;[Red]-0"]
    let cells = [(45_000.0, 1), (0.5, 2), (45_000.25, 3), (123, 4), (45_000, 5), (45_000.5, 1)]
    let row = cells.map { "<c s='\($0.1)'><v>\($0.0)</v></c>" }.joined()
    let header = cells.indices.map { "<c t='str'><v>c\($0)</v></c>" }.joined()
    let bytes = SmallWorkbook.bytes("<row>\(header)</row><row>\(row)</row>", formats: formats)
    #expect(
      read(bytes).records.first?.texts == [
        "2023-03-15", "12:00:00", "2023-03-15T06:00:00", "00123", "45000", "2023-03-15T12:00:00",
      ])
    let forms = ReaderOptions { options in
      options.cellFormats = { header in
        header.map { _ in
          var format = CellFormat()
          format.dates = .date
          format.notation = { $0 == "2023-03-15" ? "15.3.23" : nil }
          format.point = UInt8(ascii: ",")
          return format
        }
      }
    }
    #expect(read(bytes, forms).records.first?.texts.first == "15.3.23")
    let later = SmallWorkbook.bytes(
      "<row>\(header)</row><row>\(row)</row>", formats: formats, is1904: true)
    #expect(read(later).records.first?.texts.first == "2027-03-16")
  }

  /// A duration of more than a day is not a time of day and does not depend on the epoch.
  @Test(
    arguments: [
      (1.25, "[h]:mm:ss", "30:00:00"), (2, "[h]:mm:ss", "48:00:00"), (0.0625, "[h]:mm", "01:30:00"),
      (0.0625, "[mm]:ss", "01:30:00"), (45_000.5, "[h]:mm", "1080012:00:00"),
      (1.020_833_333_333_3, "[h]:mm:ss", "24:30:00"), (-1.25, "[h]:mm", "-30:00:00"),
      (0.000_001_157_41, "[s].000", "00:00:00.1"), (0, "[h]:mm", "00:00:00"),
      (3_000_000, "[h]:mm", "3000000"), (0.0625, "hh:mm", "01:30:00"), (0, "hh:mm", "00:00:00"),
    ], [false, true])
  func timesAreWrittenInFull(_ cell: (Double, String, String), is1904: Bool) {
    let bytes = SmallWorkbook.bytes(
      "<row><c t='str'><v>a</v></c></row><row><c s='1'><v>\(cell.0)</v></c></row>",
      formats: [cell.1], is1904: is1904)
    for dates in [CellFormat.Dates.styled, .time, .date] {
      let options = ReaderOptions { options in
        options.cellFormats = { _ in
          var format = CellFormat()
          format.dates = dates
          return [format]
        }
      }
      #expect(read(bytes, options).records.first?.texts == [cell.2])
    }
  }

  @Test(
    arguments: [
      (0.0, "1899-12-31"), (1, "1900-01-01"), (59, "1900-02-28"), (60, "1900-02-29"),
      (61, "1900-03-01"), (25_569, "1970-01-01"), (2_958_465, "9999-12-31"),
    ])
  func serialDatesAreConverted(_ serial: Double, _ text: String) {
    #expect(SerialDate(serial, is1904: false)?.date == text)
    #expect(SerialDate(serial, is1904: false)?.isTimeOnly == (serial == 0))
  }

  @Test(
    arguments: [
      ("2024-01-02", "2024-01-02T00:00:00"), ("2024-01-02T10:30", "2024-01-02T10:30:00"),
      ("2024-01-02T23:59:59.25", "2024-01-02T23:59:59.25"), ("2024-01-02T24:00", nil),
      ("2024-01-0210:30", nil), ("2024-13-02", nil), ("2024-01-02T١٢:٣٠", nil), ("T", nil),
    ] as [(String, String?)])
  func datesOfStrictWorkbooksAreRead(_ text: String, _ expected: String?) {
    #expect(SerialDate(iso: text)?.dateTime == expected)
  }

  @Test func serialDatesAreBoundedAndHaveTimes() {
    #expect(SerialDate(0, is1904: true)?.date == "1904-01-01")
    #expect(SerialDate(-1, is1904: false) == nil)
    #expect(SerialDate(2_958_466, is1904: false) == nil)
    #expect(SerialDate(.nan, is1904: false) == nil)
    #expect(SerialDate(1.999999999999, is1904: false)?.dateTime == "1900-01-02T00:00:00")
    #expect(SerialDate(45_000.000_002_893_5, is1904: false)?.time == "00:00:00.25")
  }

  @Test(
    arguments: [
      ("7", "7"), ("12345678901234567890", "12345678901234567890"), ("0.1", "0.1"),
      ("0.30000000000000004", "0.3"), ("1.1000000000000001", "1.1"), ("1E-5", "0.00001"),
      ("-2.5e3", "-2500"), ("9.9999999999999999", "10"),
      ("0.1234567890123454", "0.123456789012345"), ("0.1234567890123455", "0.123456789012346"),
      ("1E+300", "1E+300"), ("4.0", "4"),
      ("-0.0", "0"), ("x.y", "x.y"), ("1E", "1E"), (".", "."),
      ("1e-9223372036854775808", "1e-9223372036854775808"),
    ])
  func numbersAreWrittenInFull(_ raw: String, _ text: String) {
    #expect(String(decoding: SheetNumber.text(Array(raw.utf8)), as: UTF8.self) == text)
  }

  @Test(
    arguments: [
      ("General", .number), ("0.00", .number), ("0", .number), ("@", .number), ("mmm yy", .date),
      ("mm:ss", .time), ("h:mm AM/PM", .time), ("[$-407]d. mmmm yyyy", .date),
      ("[Red]0.0", .number), ("\"days\" 0", .number), ("m/d/yy h:mm", .dateTime),
      ("00000", .padded(5)), ("[ss]", .elapsed), ("[h]:mm:ss", .elapsed), ("[MM]:ss.00", .elapsed),
      ("[mm]", .elapsed), ("[HH]\" hours\"", .elapsed), ("[h]:mm:ss;@", .elapsed),
      ("[Red]h:mm", .time), (String(repeating: "0", count: 255), .padded(255)),
      (String(repeating: "0", count: 256), .number),
    ] as [(String, CellStyles.Kind)])
  func numberFormatsIdentifyDates(_ code: String, _ kind: CellStyles.Kind) {
    #expect(CellStyles.kind(code) == kind)
  }
}
