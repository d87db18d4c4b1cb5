import FormInput

/// What a caller can do about an error or a note. Programs offer it in their own words.
public enum Remedy: Sendable, Equatable {
  // What a request leaves open.

  /// Set the request's `form`.
  case chooseForm
  /// Set the request's `rules`.
  case chooseRules
  /// Say whether a form or a rule set is meant, as `Recorder.use` does by `isForm`.
  case chooseFormOrRules
  /// Set `InputOptions.entry`.
  case chooseEntry
  /// Set `InputOptions.sheet`.
  case chooseSheet
  /// Set `InputOptions.header`.
  case chooseHeader
  /// Set `InputOptions.header` to 0.
  case declareNoHeader
  /// Set `InputOptions.delimiter`.
  case chooseDelimiter
  /// Set the `encoding` to this name.
  case chooseEncoding(String)
  /// Set `InputOptions.encoding` to `utf-8`: only records with other bytes are malformed.
  case acceptMalformedRecords
  /// Add columns to `InputOptions.map`.
  case mapColumns
  /// Supply definitions with the request.
  case supplyDefinitions
  /// Supply the catalogue of messages as such, with `Localization`.
  case supplyMessages
  /// Supply the values of this field of another form.
  case supplyReference(String)
  /// Set the request's `files` to a folder.
  case supplyFiles
  /// Set the request's `files` to `NamedFiles.leftOut`.
  case skipFileRules
  /// Allow hosts of services.
  case allowHosts
  /// Choose another database.
  case chooseDatabase

  // What a request should not have.

  /// Leave out `InputOptions.entry`.
  case omitEntry
  /// Leave out `InputOptions.sheet`.
  case omitSheet
  /// Leave out the encoding.
  case omitEncoding
  /// Leave out the byte order mark.
  case omitByteOrderMark
  /// Set `ImportRequest.isAtomic` to false.
  case importInSteps

  // Another operation.

  /// Apply definitions: `Recorder.apply`.
  case applyDefinitions
  /// Open the database for writing, which updates it.
  case updateDatabase
  /// Set a longer `Recorder.wait`.
  case waitLonger
  /// Repeat the import, which resumes it.
  case resumeImport
  /// Give the import up: `Recorder.discard`.
  case discard(importID: Int64)
  /// Record the file anew: `ImportRequest.again`.
  case importAgain
  /// Judge the import again: `Recorder.replay` with these properties of a `ReplayRequest`.
  case replay(
    importID: Int64, form: String, rules: String? = nil, parameters: [String: String] = [:],
    now: String? = nil)
  /// Import several records: `Recorder.importFile`.
  case importRecords
  /// Check a file of records: `FileCheck`.
  case checkRecords
  /// Find what was altered: `Recorder.verify`.
  case verify
  /// Copy the database: `Recorder.backUp`.
  case backUp
  /// See which imports there are: `Recorder.list`.
  case listImports
  /// See which runs there are: `Recorder.list`.
  case listRuns
  /// Export the submissions to correct: `Recorder.export`.
  case exportFailures
  /// Export each form to a file of its own.
  case splitByForm
  /// Replace the existing file.
  case replaceFile

  init(_ remedy: ReaderError.Remedy) {
    self =
      switch remedy {
      case .chooseEntry: .chooseEntry
      case .chooseSheet: .chooseSheet
      case .chooseHeader: .chooseHeader
      case .omitEntry: .omitEntry
      case .omitSheet: .omitSheet
      case .declareNoHeader: .declareNoHeader
      case .chooseDelimiter: .chooseDelimiter
      case .chooseEncoding(let encoding): .chooseEncoding(encoding.rawValue)
      case .acceptMalformedRecords: .acceptMalformedRecords
      }
  }
}
