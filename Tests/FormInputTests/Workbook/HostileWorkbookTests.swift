import FormBytes
import FormTestSupport
import Foundation
import Testing

@testable import FormInput

@Suite struct HostileWorkbookTests {
  private func message(
    _ bytes: [UInt8], _ options: ReaderOptions = ReaderOptions { $0.headerLine = 0 }
  ) -> String? {
    do throws(ReaderError) {
      return readAll(
        try openReader(source: MemoryByteSource(bytes), name: "x.xlsx", options: options)
      ).error?.message
    } catch {
      return error.message
    }
  }

  @Test(
    arguments: [
      ("<!DOCTYPE x [<!ENTITY a 'b'>]><worksheet/>", "document type"),
      (
        """
        <!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
        <worksheet><sheetData><row><c t='str'><v>&b;</v></c></row></sheetData></worksheet>
        """, "document type"
      ),
      (
        "<worksheet><sheetData><row><c><v>&a;</v></c></row></sheetData></worksheet>",
        "undefined entity"
      ),
      ("<worksheet><sheetData><row>", "at byte"),
      ("<worksheet a='\(String(repeating: "x", count: 2 << 20))'/>", "longer than 1 MiB"),
      (String(repeating: "<a>", count: 100), "nested too deeply"),
      (
        "<worksheet><sheetData><row r='2'/><row r='2'/></sheetData></worksheet>",
        "not in order after row 2"
      ),
      ("<worksheet><sheetData><row r='1048577'/></sheetData></worksheet>", "not in order"),
      (
        "<worksheet><sheetData><row r='1'><c r='XFE1'><v>1</v></c></row></sheetData></worksheet>",
        "outside of all columns"
      ),
      (
        "<worksheet><sheetData><row r='1'><c r='7'><v>1</v></c></row></sheetData></worksheet>",
        "outside of all columns"
      ),
      (
        "<worksheet><sheetData><row><c t='s'><v>7</v></c></row></sheetData></worksheet>",
        "does not exist"
      ),
    ])
  func malformedWorkbooksAreRefused(_ sheet: String, _ words: String) {
    let message = message(SmallWorkbook.bytes("", sheet: sheet))
    #expect(message?.contains(words) == true, "\(message ?? "nothing")")
  }

  /// A small file whose cells share a long text takes no more memory than a record and a block.
  @Test func sharedStringsUseBoundedMemory() {
    let cells = String(repeating: "<row><c t='s'><v>0</v></c></row>", count: 40)
    let bytes = SmallWorkbook.bytes(
      cells, strings: ["<t>\(String(repeating: "x", count: 300_000))</t>"])
    var largest = 0
    var count = 0
    do throws(ReaderError) {
      var reader = try openReader(
        source: MemoryByteSource(bytes), options: ReaderOptions { $0.headerLine = 0 })
      var batch = RecordBatch()
      while try reader.read(into: &batch, maximumRecords: 1_000) {
        largest = max(largest, batch.bytes.count)
        count += batch.records.count
      }
    } catch {
      Issue.record("\(error)")
    }
    #expect(count == 40)
    #expect(largest < 1 << 20)
  }

  @Test func overlongRowIsAFault() {
    let long = "<c t='str'><v>\(String(repeating: "x", count: 700_000))</v></c>"
    let bytes = SmallWorkbook.bytes("<row>\(long)\(long)</row><row><c><v>1</v></c></row>")
    let result = try? readAll(
      openReader(source: MemoryByteSource(bytes), options: ReaderOptions { $0.headerLine = 0 }))
    #expect(result?.records.map { $0.fault?.code } == [.tooLong, nil])
  }

  /// A cell in the last column of the last row, and one column more than the form has.
  @Test func distantCellUsesMemoryOfItsRow() throws {
    let bytes = SmallWorkbook.bytes(
      "<row r='1'><c r='A1'><v>1</v></c></row><row r='1048576'><c r='XFD1048576'><v>2</v></c></row>"
    )
    let result = try readAll(openReader(source: MemoryByteSource(bytes)))
    #expect(result.error == nil)
    #expect(result.records.map(\.line) == [1_048_576])
    #expect(result.records[0].fault?.code == .tooManyFields)
  }

  @Test(arguments: [16_384, 16_385])
  func columnCountIsLimited(count: Int) {
    let cells = (1...count).map { "<c t='str'><v>n\($0)</v></c>" }.joined()
    let bytes = SmallWorkbook.bytes("<row>\(cells)</row>")
    let isTooWide = message(bytes, ReaderOptions())?.contains("outside of all columns") == true
    #expect(isTooWide == (count == 16_385))
  }

  /// 100 MiB of blanks between rows, of one shared text, and of line ends, compressed twice; the
  /// test removes the outer layer.
  @Test(
    arguments: [
      ("xl/worksheets/sheet1.xml", Self.sheetBomb, 104_857_646, 173_078_140),
      ("xl/sharedStrings.xml", Self.textBomb, 104_857_627, 432_552_601),
      ("records.csv", Self.recordBomb, 104_857_603, 6_476_167),
    ].prefix(LongTests.areWanted ? 3 : 2))
  func decompressionBombIsRefused(name: String, content: String, size: Int, checksum: Int) throws {
    var inner: [UInt8] = []
    var outer = try DecompressingByteSource<DeflateDecoder>(
      MemoryByteSource(CompressionTests.bytes(content)))
    while try outer.read(appendingTo: &inner, atMost: 1 << 20) > 0 {}
    let packed = StoredZip.Packed(name, inner, size: size, checksum: checksum)
    let bytes =
      name == "records.csv"
      ? StoredZip.bytes([], packed: [packed])
      : SmallWorkbook.bytes("<row><c><v>1</v></c></row>", packed: [packed])
    #expect(bytes.count < 200_000)
    let limit = name.hasSuffix("sharedStrings.xml") ? "more than 32 MiB" : "1000 times"
    #expect(message(bytes)?.contains(limit) == true)
  }

  private static let sheetBomb = """
    7dy/K8RxHMfxr9yAdCg/BouRFIPFQDGQiUuuDEromEwGk06JTDKQySyDRdkZlLKYjvFKSZF0w92iyP0Z3/fjMX3m1/jp3f
    Pz/q45ae9MnvKtla3rw735bEthp3BUGxr+WlqrlWaPli8v3jIJAAAAkGLfL3uNDf+Pvt/n6VweAAAASLuVtmz9FGD3Z7l3
    0hwAAACQevvjo+31C4FKcTNjDgAAAEi9rmp5ov4X8PB707FgDwAAAEg9wQAAAACIRTAAAAAAYhEMAAAAgFgEAwAAACAYwQ
    AAAACIRTAAAAAAYhEMAAAAgFgEAwAAACAYwQAAAACIRTAAAAAAYhEMAAAAgFgEAwAAACAYwQAAAACIRTAAAAAAYhEMAAAA
    gFgEAwAAACAYwQAAAACIRTAAAAAAYhEMAAAAgFhOq6/lTNKUJOWZ7uOzqbGTSq7/Y3Dt/Ws7AQAASKnbjdXFq9L549DAwc
    h6ca7nDw==
    """

  private static let textBomb = """
    7dyxK0VhHMfh0z3lnnQNzELZpNy7KCmZdVMG/8BdScyK2EXJYjJJSshi07mT3cZqPPZr4Mr5M97f80zv/B1/vX2qsjOWtV
    t5u7c5qNZP+9PjH2871wtPSxkAAACQtEFVHtWPs+HW7M0tAAAAkLqHZrPxfwtY/b0/uTIHAAAAJK8/NVnUHwO+XxaPzQEA
    AADJG93fnalvAZ/D98IcAAAAkLw5wQAAAACIRTAAAAAAYhEMAAAAgFgEAwAAACAWwQAAAAAIRjAAAAAAYhEMAAAAgFgEAw
    AAACAWwQAAAAAIRjAAAAAAYhEMAAAAgFgEAwAAACAWwQAAAAAIRjAAAAAAYhEMAAAAgFgEAwAAACAWwQAAAAAIRjAAAAAA
    YhEMAAAAgFjWlve6edZqZN2JkeLguTx83Z7/2sgAAADStHL+eNH5ubzL/wA=
    """

  private static let recordBomb = """
    7dwtTgNRFIbh285g6SCqMGUXNQ0/AkkQkOAIC4BgSHCQEBSbwLAEFoBjB61kAQRBCIpkyHQZ93sedfWRJ+e+n287o1LK+P
    nr6Kmf3LZnTQEAAAAqd/37sbd+vPevWyenAAAAQO1WD81wHFBm/fLw2DgAAACgeheTzXbYBdz/nW/vGwcAAABU73Ex79af
    BL7vLlvjAAAAgOpNBQMAAAAgi2AAAAAAZBEMAAAAgCyCAQAAAJBFMAAAAADCCAYAAABAFsEAAAAAyCIYAAAAAFkEAwAAAC
    CMYAAAAABkEQwAAACALIIBAAAAkEUwAAAAAMIIBgAAAEAWwQAAAADIIhgAAAAAWQQDAAAAIIxgAAAAAGQRDAAAAIAsL4v5
    bDgM6H76m92DjQIAAFChq/E/
    """

  /// The files were written by the programs themselves; see fixtures/formats/README.md.
  @Test(
    arguments: [
      ("encrypted-agile.xlsx", "an encrypted workbook"),
      ("orders.xls", "such as xls; convert it first: soffice"),
    ])
  func unsupportedWorkbooksAreReported(name: String, words: String) throws {
    #expect(message(try CompressionTests.fixture(name))?.contains(words) == true)
  }

  @Test func otherOfficeFilesAreReported() {
    let document = StoredZip.bytes([("[Content_Types].xml", ""), ("word/document.xml", "")])
    #expect(message(document)?.contains("not a workbook") == true)
    // The name of a file does not matter: this is an archive with records.
    #expect(message(StoredZip.bytes([("a.csv", "1\n")])) == nil)
  }

  @Test func encryptedWorkbookIsReported() {
    let ole: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    let name: [UInt8] = Array("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0".utf8)
    #expect(
      message(ole + Array(repeating: 0, count: 600) + name)?.contains("an encrypted workbook")
        == true)
    #expect(message(ole)?.contains("such as xls") == true)
  }

  @Test(arguments: ["orders-openpyxl.xlsx", "orders-libreoffice.xlsx"])
  func damagedWorkbooksDoNotTrap(name: String) throws {
    let whole = try CompressionTests.fixture(name)
    #expect(message(whole) == nil)
    for count in stride(from: 8, to: whole.count, by: 97) {
      #expect(message(Array(whole.prefix(count))) != nil)
    }
    for index in stride(from: 0, to: whole.count, by: 13) {
      var bytes = whole
      bytes[index] ^= 0xFF
      _ = message(bytes)
    }
  }
}
