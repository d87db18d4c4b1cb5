import FormPages
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormNotifications
@testable import FormRecorder

/// Messages are read back by Python's parser, with hostile texts in every part.
@Suite struct MailMessageTests {
  private static let sender = MailAddress("Forms <forms@example.com>")!

  @Test(
    arguments: [
      ("ana@example.com", nil, "ana@example.com"),
      ("Ana Lima <ana@example.com>", "Ana Lima", "ana@example.com"),
      (#"Ana "A" \ Lima <ana@example.com>"#, #"Ana "A" \ Lima"#, "ana@example.com"),
      ("安奈 <ana@localhost>", "安奈", "ana@localhost"), ("<ana@example.com>", nil, "ana@example.com"),
    ] as [(String, String?, String)])
  func addresses(text: String, name: String?, address: String) throws {
    let parsed = try #require(MailAddress(text))
    #expect(parsed.name == name)
    #expect(parsed.address == address)
  }

  @Test(arguments: [
    "", "ana", "@example.com", "ana@", "ana@example.com\r\nBcc: bo@example.com",
    "ana@example.com\n",
    "ana@exa mple.com", "ana@example.com, bo@example.com", "ana@example.com>", "<ana@example.com",
    "<<ana@example.com>", "ana@example.com\0", "Ana\r\nBcc: bo@example.com <ana@example.com>",
    "Ana\u{2028} <ana@example.com>", "Ana\u{202E} <ana@example.com>", "ana@exämple.com",
    String(repeating: "a", count: 65) + "@example.com",
    "a@" + String(repeating: "a.", count: 130) + "com",
  ])
  func invalidAddresses(text: String) { #expect(MailAddress(text) == nil) }

  private static let texts = [
    "", " ", "Sign-ups: 6 rejected", "Größe: 3 abgelehnt", "=?UTF-8?B?QmNjOg==?=",
    "a\r\nBcc: bo@example.com", "a\rBcc: bo@example.com", "a\nBcc: bo@example.com\n\nbody", "a\0b",
    "a\u{85}Bcc: b@example.com", "a\u{2028}Bcc: b@example.com", "a\u{202E}b",
    String(repeating: "long ", count: 300), String(repeating: "語", count: 500), "👩‍👩‍👧‍👦 e\u{301}",
    "--_alternative_", "--_mixed_--", ".", "\r\n.\r\n",
  ]

  /// Prints the structure that Python reads: headers by name, and the parts with their contents.
  private static let parser = """
    import email, email.policy, json, sys
    result = []
    for text in json.load(sys.stdin):
        raw = text.encode("ascii")
        assert raw.replace(b"\\r\\n", b"").find(b"\\n") < 0 and raw.replace(b"\\r\\n", b"").find(b"\\r") < 0
        assert max(map(len, raw.split(b"\\r\\n"))) <= 998
        message = email.message_from_bytes(raw, policy=email.policy.default)
        defects = list(message.defects)
        parts = []
        for part in message.walk():
            defects += part.defects
            if not part.is_multipart():
                parts.append([part.get_content_type(), part.get_filename(), part.get_payload(decode=True).hex()])
        result.append({"names": message.keys(), "subject": message["Subject"],
                       "to": [[a.display_name, a.addr_spec] for a in message["To"].addresses],
                       "date": message["Date"].datetime.isoformat(),
                       "identifier": str(message["Message-ID"]), "parts": parts, "defects": list(map(repr, defects))})
    print(json.dumps(result))
    """

  private struct Parsed: Decodable {
    var names: [String]
    var subject: String
    var to: [[String]]
    var date: String
    var identifier: String
    var parts: [[String?]]
    var defects: [String]
  }

  private func parse(_ messages: [MailMessage]) throws -> [Parsed]? {
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    python.arguments = ["python3", "-c", Self.parser]
    let (input, output) = (Pipe(), Pipe())
    (python.standardInput, python.standardOutput) = (input, output)
    try python.run()
    let texts = messages.map { String(decoding: $0.bytes, as: UTF8.self) }
    let data = try JSONEncoder().encode(texts)
    Thread.detachNewThread {
      // Python reads everything unless it is missing.
      try? input.fileHandleForWriting.write(contentsOf: data)
      try? input.fileHandleForWriting.close()
    }
    let result = output.fileHandleForReading.readDataToEndOfFile()
    python.waitUntilExit()
    // The status of env if there is no python3.
    if python.terminationStatus == 127 { return nil }
    return try JSONDecoder().decode([Parsed].self, from: result)
  }

  /// RFC 2047, section 2.
  @Test func linesWithEncodedWordsAreShort() {
    var encoded = 0
    for text in Self.texts {
      for line in [
        MailHeader("Subject", text: text).line,
        MailHeader("From", MailAddress("\(text.visibleText) <a@example.com>") ?? Self.sender).line,
      ] {
        for part in line.split(separator: "\r\n") where part.contains("=?UTF-8?B?") {
          encoded += 1
          #expect(part.utf8.count <= 76)
        }
      }
    }
    #expect(encoded > 50)
  }

  @Test func pythonReadsWhatWasWritten() throws {
    let messages = Self.texts.flatMap { text in
      [nil, MailMessage.Attachment(number: 12, content: Array("PK\(text)".utf8))].map {
        attachment in
        MailMessage(
          from: Self.sender,
          to: MailAddress(name: text.visibleText == text ? text : "x", "ana@example.com"),
          identifier: MailIdentifier(event: 12, head: "aa", to: text, from: Self.sender),
          time: Instant(seconds: 1_793_818_086), subject: text, text: text, html: "<p>\(text)</p>",
          attachment: attachment)
      }
    }
    guard let parsed = try parse(messages) else {
      print("skipped: python3 is not installed")
      return
    }
    #expect(parsed.count == messages.count)
    for (message, parsed) in zip(messages, parsed) {
      #expect(parsed.defects == [])
      #expect(
        parsed.names.filter { $0 != "Content-Type" } == [
          "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version",
        ])
      #expect(parsed.subject.scalars == message.subject.visibleText.scalars)
      #expect(parsed.to.count == 1)
      #expect(parsed.to.first?.last == "ana@example.com")
      // Python adds a space between the encoded words of a name.
      #expect(
        parsed.to.first?.first?.replacing(" ", with: "").scalars
          == (message.to.name ?? "").replacing(" ", with: "").scalars)
      #expect(parsed.date == "2026-11-04T18:48:06+00:00")
      #expect(parsed.identifier == message.identifier.text)
      let types = ["text/plain", "text/html"]
      let attached = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      #expect(parsed.parts.map(\.[0]) == types + (message.attachment == nil ? [] : [attached]))
      let contents = parsed.parts.map { $0[2] ?? "" }
      #expect(contents[0] == hexadecimal(message.text.replacing("\n", with: "\r\n")))
      #expect(contents[1] == hexadecimal(message.html.text))
      if let attachment = message.attachment {
        #expect(parsed.parts[2][1] == "open-12.xlsx")
        #expect(contents[2] == hexadecimal(String(decoding: attachment.content, as: UTF8.self)))
      }
    }
  }

  private func hexadecimal(_ text: String) -> String {
    text.utf8.map { String(format: "%02x", $0) }.joined()
  }

  /// A notice escapes what a table of a file could contain.
  @Test func noticesEscapeMarkup() {
    let notice = MailNotice(
      localization: "de", subject: "<b>", sentences: ["<script>"],
      rows: [("Datei", "a\r\n<img src=x>.csv")], failures: [("<i>", 1_234)],
      link: ("\"", "https://example.com/?a=1&b=2"))
    for markup in ["<b>", "<script>", "<img", "<i>", "b=2&", "\"\"\""] {
      #expect(!notice.html.text.contains(markup))
    }
    #expect(notice.text.contains("Datei: a\\u{d}\\u{a}<img src=x>.csv\n"))
    #expect(notice.text.contains("1.234  <i>"))
  }
}

extension String {
  /// Strings are equal if their normalized forms are; these must be the same.
  fileprivate var scalars: [UInt32] { unicodeScalars.map(\.value) }
}

extension MailAddress {
  /// An address with a name that the parser of addresses would trim.
  fileprivate init(name: String, _ address: String) {
    self = MailAddress(name.isEmpty ? address : "\(name) <\(address)>") ?? MailAddress(address)!
  }
}
