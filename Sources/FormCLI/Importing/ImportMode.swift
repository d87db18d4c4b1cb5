import ArgumentParser
import FormRecorder

/// What an import command imports.
enum ImportMode: CaseIterable {
  case files, corrections, externalRun

  /// Returns the error message for an option that belongs to another mode.
  fileprivate func refusal(of option: String) -> String {
    switch self {
    case .files: "\(option) requires --corrections"
    case .corrections:
      "corrections use the settings of the submissions they correct; \(option) cannot be combined "
        + "with --corrections"
    case .externalRun:
      "the folder contains the settings of the external run; \(option) cannot be combined with --judged"
    }
  }
}

extension ImportCommand {
  /// The options that only some modes have.
  static let optionsOfModes:
    [(name: String, modes: Set<ImportMode>, isGiven: @Sendable (ImportCommand) -> Bool)] = [
      ("a file", [.files, .corrections], { !$0.files.isEmpty }),
      ("--form", [.files, .corrections], { $0.form != nil }),
      ("--rules", [.files, .corrections], { $0.rules != nil }),
      ("--definitions", [.files, .corrections], { !$0.definitions.files.isEmpty }),
      ("--source", [.files], { $0.source != nil }),
      ("--batch", [.files, .externalRun], { $0.batch != nil }),
      ("--param", [.files], { !$0.conditions.parameters.entries.isEmpty }),
      ("--scenario", [.files], { $0.conditions.scenario != nil }),
      ("--now", [.files], { $0.now != nil }),
      ("--files", [.files, .corrections], { $0.namedFiles.folder != nil }),
      ("--no-files", [.files, .corrections], { $0.namedFiles.leavesOut }),
      ("--max-rejected", [.files], { $0.maxRejected != nil }),
      ("--atomic", [.files], { $0.atomic }),
      ("--dry-run", [.files, .corrections], { $0.dryRun }),
      ("--again", [.files], { $0.again }),
      ("--corrections", [.corrections], { $0.corrections }),
      ("--accept-changes", [.corrections], { !$0.acceptChanges.isEmpty }),
      ("--allow-key-change", [.corrections], { $0.allowKeyChange }),
      ("--ack", [.files], { $0.ack }),
      ("--chunk", [.files], { $0.chunk != ImportRequest.defaultChunk }),
      ("--map", [.files], { !$0.reading.map.isEmpty }),
      ("--delimiter", [.files, .corrections], { $0.reading.delimiter != nil }),
      ("--encoding", [.files, .corrections], { $0.reading.encoding != nil }),
      ("--header", [.files, .corrections], { $0.reading.header != nil }),
      ("--no-header", [.files], { $0.reading.noHeader }),
      ("--input-format", [.files, .corrections], { $0.reading.inputFormat != nil }),
      ("--entry", [.files, .corrections], { $0.reading.entry != nil }),
      ("--sheet", [.files, .corrections], { $0.reading.sheet != nil }),
      ("--max-record", [.files, .corrections], { $0.reading.maxRecord != nil }),
      ("--language", [.files, .corrections], { $0.messages.language != nil }),
      ("--messages", [.files, .corrections], { !$0.messages.files.isEmpty }),
      ("--format sarif", [.files, .corrections], { $0.format == .sarif }),
      ("--format junit", [.files, .corrections], { $0.format == .junit }),
      // The other options for services require this one.
      ("--allow-host", [.files, .corrections], { !$0.remote.hosts.isEmpty }),
    ]

  /// The options of every mode.
  static let optionsOfEveryMode: Set = [
    "--by", "--on-finish", "--reason", "--receipts", "--fail-on", "--judged", "--quiet", "--db",
    "--wait",
    "--format",
    "--allow-private-addresses", "--remote-timeout", "--when-unavailable",
  ]

  /// - Throws: `ValidationError` if an option does not apply to the mode.
  func requireOptionsOfMode() throws {
    let mode: ImportMode =
      externalRun != nil ? .externalRun : corrections ? .corrections : .files
    for option in Self.optionsOfModes where !option.modes.contains(mode) && option.isGiven(self) {
      throw ValidationError(mode.refusal(of: option.name))
    }
  }
}
