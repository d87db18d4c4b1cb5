import FormBytes
public import FormRecorder
package import FormRules

/// The mail server, and the operators who receive mail.
///
/// A file (`init(file:)`) does not contain the default language or catalogues of messages; the
/// program sets both.
public struct MailSettings: Sendable {
  /// The server that accepts messages.
  public var server: MailServer
  /// The sender of all messages.
  public var from: MailAddress
  /// The address of the server's pages, without a slash at its end, such as
  /// `https://forms.example.com`. Messages link to these pages. Nil means that messages have no
  /// links.
  public var site: String?
  /// The operators.
  public var operators: [Operator] = []
  /// What the contacts of sources receive, or nil if they receive no mail.
  public var contacts: Contacts?
  /// The language of people who have no other one.
  package var localization = Localization.english
  /// Messages of the user, in all languages.
  package var catalogues: [MessageCatalogue] = []

  /// What the contacts of a source receive about its imports with rejected records, in addition to
  /// a notice of late deliveries.
  public struct Contacts: Sendable {
    /// The link to the failures of the import that a message contains. It requires the address of
    /// the pages.
    public var link: Link?
    /// Whether the open records are attached as a workbook, unless a value in it is masked.
    public var receivesWorkbook = false

    /// Creates messages without a link.
    public init() {}
  }

  /// The rights and the duration of links.
  public struct Link: Sendable {
    /// The number of days until a link expires, 1 to 366.
    public var days: Int
    /// The role of its holder: `correct` or `read`.
    public var role: AccessGrant.Role

    /// Creates the rights and the duration of links.
    public init(days: Int = 14, role: AccessGrant.Role = .correct) {
      (self.days, self.role) = (days, role)
    }
  }

  /// A person who receives mail about events.
  public struct Operator: Sendable {
    /// The address.
    public var address: MailAddress
    /// The events. An import or correction is reported only if records were rejected.
    public var events: Set<NotificationEvent> = [.importFinished, .submissionCorrected]
    /// The form whose events are reported, or nil for all forms.
    public var form: String?
    /// The language, or nil for that of the sender.
    public var language: String?
    /// Whether the open records of an import are attached as a workbook, unless a value in it is
    /// masked.
    public var receivesWorkbook = false
    /// Whether late deliveries are reported.
    public var receivesLateDeliveries = false

    /// Creates an operator with the default events.
    public init(_ address: MailAddress) { self.address = address }

    /// The events about which there are messages.
    static let supportedEvents: [NotificationEvent] = [
      .importFinished, .submissionCorrected, .submissionAccepted, .submissionRejected,
    ]
  }

  /// Creates settings without operators.
  public init(server: MailServer, from: MailAddress) { (self.server, self.from) = (server, from) }
}

/// A server that accepts messages (SMTP).
public struct MailServer: Sendable, Equatable {
  /// How the connection is protected.
  public enum Security: Sendable {
    /// With TLS from its beginning (`smtps://`).
    case tls
    /// With TLS after the command STARTTLS, without which nothing is sent.
    case startTLS
    /// Not at all (`smtp://`).
    case none
  }

  /// The name or address of the host, without brackets.
  public var host: String
  /// The port.
  public var port: Int
  /// How the connection is protected.
  public var security: Security
  /// The user and the password, if the server requires them.
  public var credentials: Credentials?
  /// The path of a file with the certificates to trust instead of those of the system.
  public var authorityFile: String?
  /// The maximum duration of sending a message, in seconds, from 1 to 600.
  public var timeout = 120
  /// The bounds of `timeout`.
  package static let timeouts = 1...600
  /// The time in seconds after which a message is no longer being sent: leaving the server may take
  /// as long as sending (`QUIT`), and then the outcome is stored, possibly after other changes.
  static let longestAttempt = 2 * timeouts.upperBound + 300

  /// A user and a password.
  public struct Credentials: Sendable, Equatable {
    /// The user.
    public var user: String
    /// The password.
    public var password: String
  }

  /// Creates a server from a text. `HOST` and `HOST:PORT` require STARTTLS. A URL has the scheme
  /// `smtps`, or `smtp` for a connection without TLS. Returns nil for another text.
  public init?(_ text: String) {
    var rest = text[...]
    (security, port) = (.startTLS, 587)
    for (scheme, security, port) in [
      ("smtps://", Security.tls, 465), ("smtp://", Security.none, 25),
    ] where text.lowercased().hasPrefix(scheme) {
      rest = text.dropFirst(scheme.count)
      (self.security, self.port) = (security, port)
    }
    let hostEnd: Substring.Index
    if rest.first == "[" {
      guard let bracket = rest.firstIndex(of: "]") else { return nil }
      host = String(rest[..<bracket].dropFirst())
      hostEnd = rest.index(after: bracket)
      guard host.utf8.allSatisfy({ $0.hexValue < 16 || $0 == UInt8(ascii: ":") }) else {
        return nil
      }
    } else {
      hostEnd = rest.firstIndex(of: ":") ?? rest.endIndex
      host = String(rest[..<hostEnd])
      guard host.utf8.allSatisfy(\.isHostByte) else { return nil }
    }
    let portText = rest[hostEnd...]
    if !portText.isEmpty {
      guard portText.first == ":", let number = UInt16(portText.dropFirst()), number > 0 else {
        return nil
      }
      port = Int(number)
    }
    if host.isEmpty { return nil }
  }

  /// The server as a URL.
  package var url: String {
    let scheme = security == .tls ? "smtps" : "smtp"
    return "\(scheme)://\(host.bracketedHost):\(port)"
  }

  /// Whether the host is this computer, to which a password may be sent without TLS.
  var isLocal: Bool { ["localhost", "127.0.0.1", "::1"].contains(host.lowercased()) }
}

extension UInt8 {
  fileprivate var isHostByte: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
      || self == UInt8(ascii: "_")
  }
}
