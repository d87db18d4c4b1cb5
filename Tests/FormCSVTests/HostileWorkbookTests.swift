import FormTestSupport
import Foundation
import Testing

@testable import FormCSV

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
      ("<worksheet><sheetData><row>", "at byte"),
      ("<worksheet a='\(String(repeating: "x", count: 2 << 20))'/>", "longer than 1 MiB"),
      (String(repeating: "<a>", count: 100), "nested too deep"),
      ("<s><sheetData><row r='2'/><row r='2'/></sheetData></s>", "not in order behind row 2"),
      ("<s><sheetData><row r='1048577'/></sheetData></s>", "not in order"),
      ("<s><sheetData><row r='1'><c r='XFE1'><v>1</v></c></row></sheetData></s>", "no column"),
      ("<s><sheetData><row r='1'><c r='7'><v>1</v></c></row></sheetData></s>", "no column"),
      ("<s><sheetData><row><c t='s'><v>7</v></c></row></sheetData></s>", "not there"),
    ])
  func isRefusedInWords(_ sheet: String, _ words: String) {
    let message = message(SmallWorkbook.bytes("", sheet: sheet))
    #expect(message?.contains(words) == true, "\(message ?? "nothing")")
  }

  /// Few bytes of cells that all share a long text: no more is in memory than a record and a block.
  @Test func sharedTextsDoNotMultiply() {
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

  @Test func aRowThatIsTooLongIsAFault() {
    let long = "<c t='str'><v>\(String(repeating: "x", count: 700_000))</v></c>"
    let bytes = SmallWorkbook.bytes("<row>\(long)\(long)</row><row><c><v>1</v></c></row>")
    let result = try? readAll(
      openReader(source: MemoryByteSource(bytes), options: ReaderOptions { $0.headerLine = 0 }))
    #expect(result?.records.map { $0.fault?.code } == [.tooLong, nil])
  }

  @Test func aPasswordIsNamed() {
    let ole: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    let name: [UInt8] = Array("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0".utf8)
    #expect(
      message(ole + Array(repeating: 0, count: 600) + name)?.contains("with a password") == true)
    #expect(message(ole)?.contains("such as xls") == true)
  }

  @Test(arguments: ["orders-openpyxl.xlsx", "orders-libreoffice.xlsx"])
  func isNeverATrap(name: String) throws {
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
