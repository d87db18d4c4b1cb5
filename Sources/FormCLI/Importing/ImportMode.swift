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
      "the folder contains the settings of the external run; \(option) cannot be combined with --external-run"
    }
  }
}

extension ImportCommand {
  /// An option that only some modes have.
  struct ModeOption: Sendable {
    let name: String
    let modes: Set<ImportMode>
    let isGiven: @Sendable (ImportCommand) -> Bool

    init(
      _ name: String, _ modes: Set<ImportMode>, isGiven: @escaping @Sendable (ImportCommand) -> Bool
    ) {
      self.name = name
      self.modes = modes
      self.isGiven = isGiven
    }
  }

  /// The options that only some modes have.
  static let optionsOfModes: [ModeOption] = [
    ModeOption("a file", [.files, .corrections]) { !$0.files.isEmpty },
    ModeOption("--form", [.files, .corrections]) { $0.form != nil },
    ModeOption("--rules", [.files, .corrections]) { $0.rules != nil },
    ModeOption("--definitions", [.files, .corrections]) { !$0.definitions.files.isEmpty },
    ModeOption("--source", [.files]) { $0.source != nil },
    ModeOption("--batch", [.files, .externalRun]) { $0.batch != nil },
    ModeOption("--param", [.files]) { !$0.conditions.parameters.entries.isEmpty },
    ModeOption("--scenario", [.files]) { $0.conditions.scenario != nil },
    ModeOption("--now", [.files]) { $0.now != nil },
    ModeOption("--zone", [.files]) { $0.timeZone.zone != nil },
    ModeOption("--files", [.files, .corrections]) { $0.namedFiles.folder != nil },
    ModeOption("--no-files", [.files, .corrections]) { $0.namedFiles.leavesOut },
    ModeOption("--max-rejected", [.files]) { $0.maxRejected != nil },
    ModeOption("--atomic", [.files]) { $0.atomic },
    ModeOption("--dry-run", [.files, .corrections]) { $0.dryRun },
    ModeOption("--again", [.files]) { $0.again },
    ModeOption("--corrections", [.corrections]) { $0.corrections },
    ModeOption("--accept-changes", [.corrections]) { !$0.acceptChanges.isEmpty },
    ModeOption("--accept-key-changes", [.corrections]) { $0.acceptKeyChanges },
    ModeOption("--ack", [.files]) { $0.ack },
    ModeOption("--chunk", [.files]) { $0.chunk != ImportRequest.defaultChunk },
    ModeOption("--map", [.files]) { !$0.reading.map.isEmpty },
    ModeOption("--delimiter", [.files, .corrections]) { $0.reading.delimiter != nil },
    ModeOption("--dialect", [.files]) { !$0.reading.dialect.isEmpty },
    ModeOption("--as-records", [.files]) { $0.asRecords },
    ModeOption("--encoding", [.files, .corrections]) { $0.reading.encoding != nil },
    ModeOption("--header", [.files, .corrections]) { $0.reading.header != nil },
    ModeOption("--no-header", [.files]) { $0.reading.noHeader },
    ModeOption("--input-format", [.files, .corrections]) { $0.reading.inputFormat != nil },
    ModeOption("--entry", [.files, .corrections]) { $0.reading.entry != nil },
    ModeOption("--sheet", [.files, .corrections]) { $0.reading.sheet != nil },
    ModeOption("--max-record", [.files, .corrections]) { $0.reading.maxRecord != nil },
    ModeOption("--language", [.files, .corrections]) { $0.messages.language != nil },
    ModeOption("--messages", [.files, .corrections]) { !$0.messages.files.isEmpty },
    ModeOption("--format sarif", [.files, .corrections]) { $0.format == .sarif },
    ModeOption("--format junit", [.files, .corrections]) { $0.format == .junit },
    // The other options for services require this one.
    ModeOption("--allow-host", [.files, .corrections]) { !$0.remote.hosts.isEmpty },
  ]

  /// The options of every mode.
  static let optionsOfEveryMode: Set = [
    "--by", "--on-finish", "--reason", "--receipts", "--fail-on", "--external-run", "--quiet",
    "--db", "--wait", "--format",
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
