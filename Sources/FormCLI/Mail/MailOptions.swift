import ArgumentParser
import FormNotifications
import FormRecorder
import FormRules

/// The settings of mail.
struct MailOptions: ParsableArguments {
  @Option(
    name: .customLong("mail-config"),
    help: ArgumentHelp(
      "The file with the mail server, the sender and the operators (YAML). Default: FORMREC_MAIL.",
      valueName: "file"))
  var file: String?

  /// The settings, or nil if no file is specified.
  func settings() throws -> MailSettings? {
    let path = try file ?? Environment.value(of: "FORMREC_MAIL").flatMap { $0.isEmpty ? nil : $0 }
    return try path.map { try MailSettings(file: $0) }
  }
}

extension MailSender {
  /// Creates a sender that uses libcurl.
  convenience init(
    overCurl recorder: Recorder, _ settings: MailSettings, in localization: Localization,
    catalogues: [MessageCatalogue]
  ) {
    self.init(recorder, settings, in: localization, catalogues: catalogues) {
      settings.server.send($0, willSubmit: $1).outcome
    }
  }
}
