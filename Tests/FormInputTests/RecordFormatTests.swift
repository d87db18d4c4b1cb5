import FormTestSupport
import Testing

@testable import FormInput

/// The properties of every format agree with its reader.
@Suite struct RecordFormatTests {
  /// A file with the columns a and b and two records.
  private static func file(_ format: RecordFormat) -> [UInt8] {
    switch format {
    case .csv: Array("a,b\n1,2\n3,4\n".utf8)
    case .tsv: Array("a\tb\n1\t2\n3\t4\n".utf8)
    case .ndjson: Array("{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n".utf8)
    case .json: Array("[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4}]".utf8)
    case .xlsx:
      SmallWorkbook.bytes(
        """
        <row r='1'><c t='s'><v>0</v></c><c t='s'><v>1</v></c></row>
        <row r='2'><c><v>1</v></c><c><v>2</v></c></row>
        <row r='3'><c><v>3</v></c><c><v>4</v></c></row>
        """, strings: ["<t>a</t>", "<t>b</t>"])
    }
  }

  private func read(
    _ format: RecordFormat, named name: String, _ change: (inout ReaderOptions) -> Void = { _ in }
  ) throws -> (texts: [[String?]], header: [String], format: RecordFormat) {
    let result = readAll(
      try openReader(
        source: MemoryByteSource(Self.file(format)), name: name, options: ReaderOptions(change)))
    if let error = result.error { throw error }
    return (result.records.map(\.texts), result.header, result.detected.format)
  }

  @Test(arguments: RecordFormat.allCases)
  func everyExtensionIsRecognized(_ format: RecordFormat) throws {
    for name in format.properties.fileExtensions {
      let result = try read(format, named: "FILE.\(name.uppercased())")
      #expect(result.texts == [["1", "2"], ["3", "4"]])
      #expect(result.header == ["a", "b"])
      #expect(result.format == format)
      guard format.properties.isText else { continue }
      for packing in CompressionFormat.allCases.compactMap(\.fileExtension) {
        let packed = "x.\(name).\(packing)"
        #expect(RecordFormat(name: packed, content: Self.file(format).span) == format)
      }
    }
  }

  @Test func extensionsAndMediaTypesBelongToOneFormat() {
    let all = RecordFormat.allCases.map(\.properties)
    for names in [all.flatMap(\.fileExtensions), all.flatMap(\.mediaTypes)] {
      #expect(Set(names).count == names.count)
    }
    for format in RecordFormat.allCases {
      for type in format.properties.mediaTypes { #expect(RecordFormat(mediaType: type) == format) }
    }
    #expect(RecordFormat(mediaType: "text/plain") == nil)
  }

  /// Only files with columns may lack a header.
  @Test(arguments: RecordFormat.allCases)
  func formatsWithColumnsMayLackAHeader(_ format: RecordFormat) throws {
    let result = try read(format, named: "-") {
      $0.format = format
      $0.headerLine = 0
    }
    #expect(result.texts.count == (format.properties.hasColumns ? 3 : 2))
    #expect(result.header == (format.properties.hasColumns ? [] : ["a", "b"]))
  }

  @Test(arguments: RecordFormat.allCases)
  func onlySomeFormatsAreReadInParts(_ format: RecordFormat) throws {
    func readPart() throws -> [[String?]] {
      try read(format, named: "-") {
        $0.format = format
        $0.declaredColumns = ["a", "b"]
      }.texts
    }
    if format.properties.canBeSplit {
      #expect(try readPart().last == ["3", "4"])
    } else {
      #expect(throws: ReaderError.self) { try readPart() }
    }
  }
}
