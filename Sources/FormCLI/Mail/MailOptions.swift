import ArgumentParser
import FormNotifications
import FormRecorder

/// The settings of mail.
struct MailOptions: ParsableArguments {
  @Option(
    name: .customLong("mail-config"),
    help: ArgumentHelp(
      "The file with the mail server, the sender and the operators (YAML). Default: FORMREC_MAIL.",
      valueName: "file"))
  var file: String?

  /// The settings, or nil if no file is specified.
  ///
  /// - Parameter messages: The language of people who have no other one.
  func settings(_ messages: MessageOptions) throws -> MailSettings? {
    let path = try file ?? Environment.value(of: "FORMREC_MAIL").flatMap { $0.isEmpty ? nil : $0 }
    guard let path else { return nil }
    var settings = try MailSettings(file: path)
    settings.localization = try messages.localization()
    settings.catalogues = try messages.catalogues()
    return settings
  }
}

extension MailSender {
  /// Creates a sender that uses libcurl.
  convenience init(
    overCurl recorder: Recorder, _ settings: MailSettings, by: String? = nil, reason: String? = nil
  ) {
    self.init(recorder, settings, by: by, reason: reason) {
      settings.server.send($0, willSubmit: $1).outcome
    }
  }
}
