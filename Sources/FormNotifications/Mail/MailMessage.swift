import FormHashing
import FormPages
import FormRecorder
import FormRules
import Foundation

/// A message to one recipient, as plain text and HTML.
package struct MailMessage: Sendable {
  package var from: MailAddress
  package var to: MailAddress
  /// The same each time that the message is sent.
  var identifier: MailIdentifier
  var time: Instant
  var subject: String
  var text: String
  var html: HTML
  var attachment: Attachment?

  /// A file.
  struct Attachment: Sendable {
    /// The number in the file's name, `open-12.xlsx`.
    var number: Int64
    var content: [UInt8]
  }

  /// The message as it is sent: ASCII with the line breaks CR LF (RFC 5322, RFC 2045).
  package var bytes: [UInt8] {
    let headers = [
      MailHeader("From", from), MailHeader("To", to), MailHeader("Subject", text: subject),
      MailHeader("Date", time), MailHeader("Message-ID", identifier),
      MailHeader("Auto-Submitted", "auto-generated"), MailHeader("MIME-Version", "1.0"),
    ]
    var lines = headers.map(\.line)
    // A body in Base64 contains no underscore, so it contains no boundary.
    if let attachment {
      lines += ["Content-Type: multipart/mixed; boundary=\"_mixed_\"", "", "--_mixed_"]
      lines += alternatives
      lines += [
        "--_mixed_",
        "Content-Type: application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "Content-Disposition: attachment; filename=\"open-\(attachment.number).xlsx\"",
      ]
      lines += Self.encoded(Data(attachment.content)) + ["--_mixed_--", ""]
    } else {
      lines += alternatives
    }
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private var alternatives: [String] {
    let text = text.replacing("\n", with: "\r\n")
    return ["Content-Type: multipart/alternative; boundary=\"_alternative_\"", ""]
      + ["--_alternative_", "Content-Type: text/plain; charset=utf-8"]
      + Self.encoded(Data(text.utf8))
      + ["--_alternative_", "Content-Type: text/html; charset=utf-8"]
      + Self.encoded(Data(html.text.utf8)) + ["--_alternative_--", ""]
  }

  private static func encoded(_ content: Data) -> [String] {
    [
      "Content-Transfer-Encoding: base64", "",
      content.base64EncodedString(options: [
        .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
      ]),
    ]
  }
}

/// The identifier of a message (`Message-ID`), unique in the world.
struct MailIdentifier: Sendable {
  /// The identifier in angle brackets.
  let text: String

  /// - Parameters:
  ///   - event: The event that the message is about.
  ///   - head: The head of the chain after it, which differs between stores.
  ///   - recipient: The address of an operator, or `sender`.
  init(event: Int64, head: String, to recipient: String, from sender: MailAddress) {
    let code = HMACSHA256(key: Array(head.utf8)).code(for: recipient)
    text = "<event-\(event).\(code.prefix(32))@\(sender.domain)>"
  }

  /// A random identifier.
  init(from sender: MailAddress) {
    text = "<\(UUID().uuidString.lowercased())@\(sender.domain)>"
  }
}
