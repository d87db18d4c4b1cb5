import FormBytes
import FormRecorder
import FormRules
import Foundation

/// A header field of a message, in ASCII and folded to short lines (RFC 5322, 2.2).
///
/// Its initializers encode every text, so no text can end the field or begin another one.
struct MailHeader: Sendable {
  /// The field without the line break at its end.
  let line: String

  /// The maximum length of a line that is written as it is.
  private static let maximumLine = 76

  /// A field with a fixed value.
  init(_ name: StaticString, _ value: StaticString) { line = "\(name): \(value)" }

  /// A field with a text for people. Invisible characters are escaped.
  init(_ name: StaticString, text: String) {
    let text = text.visibleText
    let isPlain =
      text.isPrintableASCII && !text.contains("=?") && text.first != " " && text.last != " "
      && name.utf8CodeUnitCount + text.utf8.count + 2 <= Self.maximumLine
    line = "\(name): \(isPlain ? text : Self.encodedWords(text))"
  }

  /// A field with an address. The name is a quoted string or encoded words.
  init(_ name: StaticString, _ address: MailAddress) {
    guard let person = address.name else {
      line = "\(name): <\(address.address)>"
      return
    }
    let quoted = "\"" + person.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    let isPlain =
      person.isPrintableASCII && !person.contains("=?") && quoted.utf8.count <= Self.maximumLine
    line = "\(name): \(isPlain ? quoted : Self.encodedWords(person))\r\n <\(address.address)>"
  }

  /// A field with the identifier of a message.
  init(_ name: StaticString, _ identifier: MailIdentifier) { line = "\(name): \(identifier.text)" }

  /// A field with a time (RFC 5322, 3.3).
  init(_ name: StaticString, _ time: Instant) {
    let (days, seconds) = time.seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = CivilDate(daysSinceEpoch: Int(days))
    let weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][time.date.weekday - 1]
    line =
      "\(name): \(weekday), \(date.day) \(CivilDate.monthNames[date.month - 1].prefix(3)) "
      + "\(date.year.zeroPadded(to: 4)) \(Int(seconds).clockText) +0000"
  }

  /// The text as encoded words, one per line. Lines with encoded words have at most 76 characters
  /// (RFC 2047). The name of the header takes up to 12 of them.
  private static func encodedWords(_ text: String) -> String {
    var words: [String] = []
    var bytes: [UInt8] = []
    func finish() { words.append("=?UTF-8?B?\(Data(bytes).base64EncodedString())?=") }
    for scalar in text.unicodeScalars {
      let next = Array(String(scalar).utf8)
      if bytes.count + next.count > 36 {
        finish()
        bytes = []
      }
      bytes += next
    }
    finish()
    return words.joined(separator: "\r\n ")
  }
}

extension String {
  fileprivate var isPrintableASCII: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
