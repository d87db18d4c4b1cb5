import FormRecorder
package import FormRules
import FormStore

/// The content of a message, and its recipient.
struct MailContent {
  var to: MailAddress
  var notice: MailNotice
  var attachment: MailMessage.Attachment?
  var link: OfferedLink?
}

extension MailSender {
  /// The maximum size of an attached workbook, in bytes. Servers often refuse messages of 10 MiB,
  /// and Base64 adds a third.
  private static let maximumAttachment = 7 << 20
  /// The maximum number of rules in a message.
  private static let maximumRules = 20

  /// The message about an event and the link that it contains, or nil if it has no recipient.
  ///
  /// - Parameter recipient: The address of an operator, `contact ADDRESS` for a contact, or
  ///   `sender`.
  func message(
    about event: StoredEvent, _ form: Form, to recipient: String, _ store: Store
  ) throws(RecorderError) -> (message: MailMessage, link: OfferedLink?)? {
    guard let content = try content(about: event, form, to: recipient, store) else { return nil }
    var message = MailMessage(
      content.notice, from: settings.from, to: content.to,
      identifier: MailIdentifier(
        event: event.number, head: event.head, to: recipient, from: settings.from),
      time: recorder.settings.clock())
    message.attachment = content.attachment
    return (message, content.link)
  }

  private func content(
    about event: StoredEvent, _ form: Form, to recipient: String, _ store: Store
  ) throws(RecorderError) -> MailContent? {
    if recipient == MailQueue.sender {
      guard let address = try addressOfSender(event, form) else { return nil }
      return MailContent(to: address, notice: confirmation(event, form))
    }
    if MailQueue.isContact(recipient) {
      guard let source = try recipients.source(of: event, store),
        let address = source.contacts.lazy.compactMap({ MailAddress($0) }).first(where: {
          MailQueue.recipient($0) == recipient
        })
      else { return nil }
      return try contactContent(about: event, form, source, to: address, in: store)
    }
    guard
      let person = recipients.operators(of: event).first(where: {
        $0.address.address == recipient
      })
    else { return nil }
    return try operatorContent(about: event, form, to: person)
  }

  private func operatorContent(
    about event: StoredEvent, _ form: Form, to person: MailSettings.Operator
  ) throws(RecorderError) -> MailContent? {
    let localization = localization(person.language)
    if let late = RecordedLateDelivery(event) {
      guard let found = try notice(of: late, form, nil, in: localization) else { return nil }
      return MailContent(to: person.address, notice: found)
    }
    guard let id = event.import?.id, event.kind == .run else {
      return MailContent(
        to: person.address, notice: report(onSubmission: event, form, localization))
    }
    let workbook = person.receivesWorkbook ? try workbook(ofImport: id, localization) : nil
    let notice = try report(
      onImport: id, form, localization,
      sentence: workbook.map { _ in "attached" }
        ?? (person.receivesWorkbook ? "notAttached" : nil))
    return MailContent(
      to: person.address, notice: notice,
      attachment: workbook.map { MailMessage.Attachment(number: id, content: $0) })
  }

  func localization(_ language: String?) -> Localization {
    language.map { Localization($0, catalogues: settings.catalogues) } ?? settings.localization
  }

  /// The address in the field that the form names, or nil if its value is none: the record may have
  /// been purged.
  private func addressOfSender(
    _ event: StoredEvent, _ form: Form
  ) throws(RecorderError) -> MailAddress? {
    guard let name = form.mail?.to else { return nil }
    let history = try recorder.history(of: event.subject, showsSensitive: true)
    let bytes = Array((history.cells.first { $0.name == name }?.text ?? "").utf8)
    let text = String(decoding: bytes[bytes.span.trimmedRange], as: UTF8.self)
    let address = MailAddress(text)
    // A name in the field would be a text of an unknown person in the header.
    return address?.address == text ? address : nil
  }

  /// A confirmation, which contains no value of the record.
  private func confirmation(_ event: StoredEvent, _ form: Form) -> MailNotice {
    let localization = settings.localization
    let title = localization.title(of: form)
    var notice = MailNotice(
      localization: localization, subject: "\(title): \(localization.sentence("received"))",
      sentences: [localization.sentence("received")],
      rows: [
        (localization.term("form"), title),
        (localization.term("submission"), String(event.subject)),
        (localization.term("time"), event.at),
      ])
    notice.link = link(title, "/forms/\(form.name)")
    return notice
  }

  private func report(
    onSubmission event: StoredEvent, _ form: Form, _ localization: Localization
  ) -> MailNotice {
    let title = localization.title(of: form)
    let verdict = localization.term(
      event.counts.rejected == 0 ? "verdict accepted" : "verdict rejected")
    let submission = "\(localization.term("submission")) \(event.subject)"
    return MailNotice(
      localization: localization, subject: "\(title): \(submission), \(verdict)",
      rows: [
        (localization.term("form"), title),
        (localization.term("submission"), String(event.subject)),
        (localization.term("verdict"), verdict), (localization.term("time"), event.at),
      ],
      link: link(submission, "/audit/submissions/\(event.subject)"))
  }

  /// - Parameter sentence: The sentence about a workbook.
  func report(
    onImport id: Int64, _ form: Form, _ localization: Localization, sentence: String?
  ) throws(RecorderError) -> MailNotice {
    let listed = try recorder.import(id)
    var selection = SubmissionSelection.all
    selection.importID = id
    let audit = try recorder.audit(selection, top: Self.maximumRules, in: localization)
    let title = localization.title(of: form)
    let rejected = localization.count(listed.rejected, "rejected")
    let texts: [(word: String, text: String?)] = [
      ("form", title), ("import", String(id)), ("file", listed.fileName),
      ("source", listed.source), ("batch", listed.batchLabel),
      ("records", localization.number(listed.records)),
      ("accepted", localization.number(listed.accepted)),
      ("rejected", localization.number(listed.rejected)),
    ]
    return MailNotice(
      localization: localization,
      subject: "\(title): \(rejected)"
        + (listed.fileName.map { " (\($0.displayText))" } ?? ""),
      sentences: sentence.map { [localization.sentence($0)] } ?? [],
      rows: texts.compactMap { word, text in text.map { (localization.term(word), $0) } },
      failures: audit.byRule.filter(\.severity.rejects).map {
        ($0.description.isEmpty ? $0.rule : $0.description, $0.count)
      },
      link: link(localization.term("import report"), "/audit/imports/\(id)"))
  }

  private func link(_ title: String, _ path: String) -> (title: String, url: String)? {
    settings.site.map { (title, $0 + path) }
  }

  /// The open records of an import as a workbook. Nil if there are none, if a value is masked, or
  /// if it is too large.
  func workbook(
    ofImport id: Int64, _ localization: Localization
  ) throws(RecorderError) -> [UInt8]? {
    struct TooLarge: Error {}
    var request = ExportRequest()
    request.format = .xlsx
    request.selection.importID = id
    request.localization = localization
    var content: [UInt8] = []
    do {
      let report = try recorder.export(
        request,
        to: .stream { bytes in
          content += bytes
          if content.count > Self.maximumAttachment { throw TooLarge() }
        })
      let isOpen = report.maskedFields.isEmpty && report.maskedRecords == 0
      return isOpen && report.submissions > 0 ? content : nil
    } catch is TooLarge {
      return nil
    } catch let error as RecorderError where error.reason == .refused {
      // A sheet has a maximum number of rows and columns.
      return nil
    } catch {
      throw RecorderError(error)
    }
  }
}

extension MailMessage {
  fileprivate init(
    _ notice: MailNotice, from: MailAddress, to: MailAddress, identifier: MailIdentifier,
    time: Instant
  ) {
    self.init(
      from: from, to: to, identifier: identifier, time: time, subject: notice.subject,
      text: notice.text, html: notice.html)
  }

  /// A message that tests the settings.
  package static func test(
    from sender: MailAddress, to: MailAddress, at time: Instant, in localization: Localization
  ) -> MailMessage {
    let text = localization.sentence("test")
    return MailMessage(
      MailNotice(localization: localization, subject: text, sentences: [text]), from: sender,
      to: to, identifier: MailIdentifier(from: sender), time: time)
  }
}
