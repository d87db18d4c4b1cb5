#if Server
import Testing

@testable import FormServer

/// Parts of a form that arrive in pieces.
@Suite struct MultipartReaderTests {
  private static let body =
    "preamble\r\n--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--\r\n--b\r\n--B \r\n"
    + "A: b\r\nC: d\r\n\r\n\r\n--B\r\nE: f\r\n\r\n\r\n\r\n--B--\r\nepilogue\r\n--B\r\n"

  /// The parts with their contents.
  private func parts(_ body: String, size: Int) throws(Problem) -> [String: String] {
    var reader = try MultipartReader(boundary: "B", maximumHeader: 1000)
    var rest = Array(body.utf8)[...]
    var (parts, header): ([String: String], String?) = ([:], nil)
    while !rest.isEmpty {
      reader.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let event = try reader.next() {
        switch event {
        case .header(let text):
          #expect(header == nil)
          header = text
          parts[text] = ""
        case .content(let bytes):
          #expect(!bytes.isEmpty)
          parts[header ?? "", default: "?"] += String(decoding: bytes, as: UTF8.self)
        case .endOfPart: header = nil
        }
      }
    }
    #expect(reader.isAtEnd)
    return parts
  }

  @Test(arguments: [1, 2, 3, 5, 7, 64, 1000])
  func piecesDoNotMatter(_ size: Int) throws {
    #expect(
      try parts(Self.body, size: size) == [
        "\r\nContent-Disposition: form-data; name=\"a\"": "x\r\n--\r\n--b",
        " \r\nA: b\r\nC: d": "",
        "\r\nE: f": "\r\n",
      ])
  }

  @Test(arguments: ["", String(repeating: "b", count: 71)])
  func boundariesHaveALength(_ boundary: String) {
    #expect(throws: Problem.self) { try MultipartReader(boundary: boundary, maximumHeader: 1000) }
  }
}
#endif
