import FormBytes
public import FormRules

/// An action that may resolve the cause of an error or a note. Programs describe it in terms of
/// their own interface.
public enum Remedy: Sendable, Equatable {
  // Properties that a request should specify.

  /// Set the request's `form`.
  case chooseForm
  /// Set the request's `rules`.
  case chooseRules
  /// Specify the kind of the definition, as with the parameter `kind` of `Recorder.makeCurrent`.
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
  /// Set `Form.file.dialect` or `InputOptions.dialect`.
  case chooseDialect(FileDialect)
  /// Set the `encoding` to this name.
  case chooseEncoding(String)
  /// Set the `encoding` to that of the file.
  case nameEncoding
  /// Set `InputOptions.encoding` to `utf-8`: only records with other bytes are malformed.
  case acceptMalformedRecords
  /// Add columns to `InputOptions.map`.
  case mapColumns
  /// Supply the value of this member of the file's object, which is an array of objects.
  case extractMember(String)
  /// Change the name of a column in the file.
  case renameColumn
  /// Set `Form.file.match` to `position`.
  case matchByPosition
  /// Supply definitions with the request.
  case supplyDefinitions
  /// Supply the file as a catalogue of messages, with `Localization`.
  case supplyMessages
  /// Supply the values of this field of another form.
  case supplyReference(String)
  /// Set the request's `files` to a folder.
  case supplyFiles
  /// Set the request's `files` to `NamedFilePolicy.excluded`.
  case skipFileRules
  /// Allow hosts of services.
  case allowHosts
  /// Choose another database.
  case chooseDatabase

  // Properties that a request should not specify.

  /// Leave out `InputOptions.entry`.
  case omitEntry
  /// Leave out `InputOptions.sheet`.
  case omitSheet
  /// Leave out the encoding.
  case omitEncoding
  /// Leave out the byte order mark.
  case omitByteOrderMark
  /// Set `ImportRequest.isAtomic` to false.
  case importNonatomically

  // Other operations.

  /// Apply definitions: `Recorder.apply`.
  case applyDefinitions
  /// Open the database for writing, which updates it.
  case updateDatabase
  /// Set a longer `Recorder.settings.lockTimeout`.
  case waitLonger
  /// Repeat the import, which resumes it.
  case resumeImport
  /// Declare the restoration of a backup: `Recorder.declareRestoration`.
  case declareRestoration
  /// Also retract the corrections: `RetractionRequest.includesDependents`.
  case includeDependents
  /// Discard the import: `Recorder.discard`.
  case discard(importID: Int64)
  /// Record the file again: `ImportRequest.allowsReimport`.
  case allowReimport
  /// Judge the import again: `Recorder.replay` with these properties of a `ReplayRequest`.
  case replay(
    importID: Int64, form: String, rules: String? = nil, parameters: [String: String] = [:],
    now: String? = nil)
  /// Import the file as corrections: `Recorder.importCorrections`.
  case importCorrections
  /// Set `ImportRequest.storesExports`.
  case importAsRecords
  /// Export the records without masks: `ExportRequest.showsSensitive`.
  case exportUnmasked
  /// Import several records: `Recorder.importFile`.
  case importRecords
  /// Check a file of records: `FileCheck`.
  case checkRecords
  /// Find the alterations: `Recorder.verify`.
  case verify
  /// Copy the database: `Recorder.backUp`.
  case backUp
  /// List the imports: `Recorder.list`.
  case listImports
  /// List the runs: `Recorder.list`.
  case listRuns
  /// Export the submissions to correct: `Recorder.export`.
  case exportFailures
  /// Export each form to a separate file.
  case splitByForm
  /// Replace the existing file.
  case replaceFile
}
