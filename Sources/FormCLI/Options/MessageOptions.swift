import ArgumentParser
import FormRecorder
import FormRules
import Foundation

/// The language of messages.
struct MessageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The language of messages, such as de. Default: FORMREC_LANGUAGE, or English.",
      valueName: "tag"))
  var language: String?

  @Option(
    name: .customLong("messages"), parsing: .upToNextOption,
    help: ArgumentHelp("Files with custom messages (YAML or JSON).", valueName: "file"))
  var files: [String] = []

  func validate() throws {
    if let language, !Localization.isTag(language.replacing("_", with: "-")) {
      throw ValidationError("--language requires a language code such as de or pt-BR")
    }
  }

  func localization() throws -> Localization {
    let fallback = try Environment.value(of: "FORMREC_LANGUAGE") ?? "en"
    return try Localization(language ?? fallback, files: files)
  }

  /// The custom messages in all languages.
  func catalogues() throws(RecorderError) -> [MessageCatalogue] {
    try MessageCatalogue.catalogues(files: files)
  }
}
