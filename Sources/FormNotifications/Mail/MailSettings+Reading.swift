import FormBytes
import FormDefinitions
public import FormRecorder
import FormRules
import Foundation

extension MailSettings {
  /// Reads a file of settings (YAML or JSON), and the file of the password that it names.
  ///
  /// - Throws: `RecorderError` with all errors in the file, one line each, or if others can read
  ///   the password.
  public init(file: String) throws(RecorderError) {
    let found = try DefinitionSet.read([file]) { bytes, file in
      try DefinitionFile.documents(bytes: bytes, file: file, beginning: "'server: HOST'") {
        $0.mailSettings($1)
      }
    }
    guard found.count == 1, var settings = found.first?.settings else {
      throw RecorderError(.usage, "\(file): one document is required")
    }
    if let login = found[0].login {
      let path = URL(
        fileURLWithPath: login.passwordFile,
        relativeTo: URL(fileURLWithPath: file).deletingLastPathComponent()
      ).path
      settings.server.credentials = MailServer.Credentials(
        user: login.user, password: try Self.password(path))
    }
    self = settings
  }

  /// The first line of a file that others cannot read.
  private static func password(_ path: String) throws(RecorderError) -> String {
    let unreadable = RecorderError(.unreadable, "\(path): cannot be read as a password")
    guard let status = FileStatus(path: path, followsLinks: true) else { throw unreadable }
    guard status.attributes.st_mode & 0o007 == 0 else {
      throw RecorderError(
        .unreadable, "\(path): everyone can read the password; run chmod o-rwx on the file")
    }
    let maximum = 4_096
    guard let bytes = FileBytes.read(path, atMost: maximum + 1), bytes.count <= maximum,
      let text = String(validating: bytes, as: UTF8.self)
    else { throw unreadable }
    let line = text.split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
    return String(line.last == "\r" ? line.dropLast() : line)
  }
}

extension DefinitionReader {
  private static let settingsKeys = [
    "server", "user", "passwordFile", "authorityFile", "timeout", "from", "site", "operators",
    "contacts",
  ]
  private static let operatorKeys = ["to", "events", "form", "language", "workbook", "late"]
  private static let contactKeys = ["link", "workbook"]
  private static let linkKeys = ["days", "rights"]
  /// All keys of the settings of mail.
  static var mailKeys: [String] { settingsKeys + operatorKeys + contactKeys + linkKeys }

  fileprivate typealias Login = (user: String, passwordFile: String)

  fileprivate mutating func mailSettings(
    _ document: DefinitionNode
  ) -> (settings: MailSettings, login: Login?)? {
    guard
      let keys = entries(document, "the settings of mail", known: Self.settingsKeys)
    else { return nil }
    for key in ["server", "from"] where keys[key] == nil {
      report("\(key) is missing", .missing(key), at: keys.location)
    }
    let operators = keys["operators"].flatMap { items($0, "operators") } ?? []
    let readOperators = operators.compactMap { self.operator($0) }
    let login = self.login(keys)
    let readServer = keys["server"].flatMap { mailServer($0, hasLogin: login != nil) }
    let from = keys["from"].flatMap { mailAddress($0, "from") }
    let site = keys["site"].flatMap { self.site($0) }
    guard var server = readServer, let from else { return nil }
    server.authorityFile = keys["authorityFile"].flatMap { word($0, "authorityFile") }
    if let seconds = keys["timeout"].flatMap({ integer($0, "timeout", in: MailServer.timeouts) }) {
      server.timeout = seconds
    }
    var settings = MailSettings(server: server, from: from)
    settings.site = site
    settings.operators = readOperators
    settings.contacts = keys["contacts"].flatMap { contacts($0, hasSite: site != nil) }
    return (settings, login)
  }

  private mutating func mailServer(_ node: DefinitionNode, hasLogin: Bool) -> MailServer? {
    guard let text = text(node, "server") else { return nil }
    guard let server = MailServer(text) else {
      report(
        "server must be HOST or HOST:PORT for STARTTLS, smtps://HOST for TLS, or smtp://HOST "
          + "without TLS", at: node.location)
      return nil
    }
    if hasLogin, server.security == .none, !server.isLocal {
      report("a password is sent only with TLS; omit smtp://", at: node.location)
    }
    return server
  }

  private mutating func login(_ keys: KnownEntries) -> Login? {
    let user = keys["user"].flatMap { word($0, "user") }
    let file = keys["passwordFile"].flatMap { word($0, "passwordFile") }
    if let user, let file { return (user, file) }
    if (keys["user"] == nil) != (keys["passwordFile"] == nil) {
      report("user and passwordFile require each other", .missing(nil), at: keys.location)
    }
    return nil
  }

  private mutating func mailAddress(_ node: DefinitionNode, _ what: String) -> MailAddress? {
    guard let text = text(node, what) else { return nil }
    if let address = MailAddress(text) { return address }
    report(
      "\(what) must be an address such as ana@example.com or Ana Lima <ana@example.com>",
      at: node.location)
    return nil
  }

  private mutating func site(_ node: DefinitionNode) -> String? {
    guard let text = text(node, "site") else { return nil }
    if let site = HostPolicy.Destination.site(text) { return site }
    report(
      "site must be an http or https URL in ASCII, without a user name, query or fragment",
      at: node.location)
    return nil
  }

  private mutating func `operator`(_ node: DefinitionNode) -> MailSettings.Operator? {
    guard case .mapping = node.content else {
      return mailAddress(node, "an operator").map(MailSettings.Operator.init)
    }
    guard let keys = entries(node, "an operator", known: Self.operatorKeys) else { return nil }
    guard let to = keys["to"] else {
      report("an operator has no address; add to: ADDRESS", .missing("to"), at: keys.location)
      return nil
    }
    guard let address = mailAddress(to, "to") else { return nil }
    var person = MailSettings.Operator(address)
    if let node = keys["events"] { person.events = events(node) }
    person.form = keys["form"].flatMap { word($0, "form") }
    if let node = keys["language"], let tag = text(node, "language") {
      if !Localization.isTag(tag) {
        report("language requires a code such as de or pt-BR", at: node.location)
      }
      person.language = tag
    }
    person.receivesWorkbook = keys["workbook"].flatMap { flag($0, "workbook") } ?? false
    person.receivesLateDeliveries = keys["late"].flatMap { flag($0, "late") } ?? false
    return person
  }

  private mutating func contacts(
    _ node: DefinitionNode, hasSite: Bool
  ) -> MailSettings.Contacts? {
    guard let keys = entries(node, "contacts", known: Self.contactKeys) else { return nil }
    var contacts = MailSettings.Contacts()
    contacts.receivesWorkbook = keys["workbook"].flatMap { flag($0, "workbook") } ?? false
    if let node = keys["link"] {
      contacts.link = link(node)
      if !hasSite { report("link requires site", .missing("site"), at: node.location) }
    }
    return contacts
  }

  private mutating func link(_ node: DefinitionNode) -> MailSettings.Link? {
    enum Rights: String, CaseIterable { case correct = "fix", read }
    guard let keys = entries(node, "link", known: Self.linkKeys) else { return nil }
    var link = MailSettings.Link()
    if let node = keys["days"], let days = integer(node, "days", in: 1...366) { link.days = days }
    let rights: Rights? = keys["rights"].flatMap { choice($0, "rights") }
    link.role = rights == .read ? .read : .correct
    return link
  }

  private mutating func events(_ node: DefinitionNode) -> Set<NotificationEvent> {
    let known = MailSettings.Operator.supportedEvents
    var events: Set<NotificationEvent> = []
    for text in texts(node, "events") ?? [] {
      if let event = known.first(where: { $0.rawValue == text.value }) {
        events.insert(event)
      } else {
        reportUnknown(
          "event in events:", text.value, known: known.map(\.rawValue), at: text.location)
      }
    }
    return events
  }
}
