import FormInput
import FormRules
import FormStore

extension Recorder {
  /// Checks that at least one of the files can be opened and may contain records, before anything
  /// is stored.
  ///
  /// - Throws: `RecorderError`, the error of the first file, if none of them can be opened.
  public func requireReadable(_ files: [String]) throws(RecorderError) {
    var first: RecorderError?
    for file in files {
      // A pipe can be read only once.
      if file == "-" || InputFile.isStream(file) { return }
      do {
        try requireRecords(inFile: file)
        return
      } catch {
        first = first ?? RecorderError(error).inFile(file)
      }
    }
    if let first { throw first }
  }

  /// Checks that definitions and at least one of the files fit together before any of them is
  /// stored.
  ///
  /// - Throws: `RecorderError`, the error of the first file, if none of the files can be imported.
  public func requireImportable(
    _ files: [String], _ request: ImportRequest, definitions: DefinitionSet
  ) throws(RecorderError) {
    try requireReadable(files)
    let store: Store?
    do {
      store = try request.source == nil ? nil : storeIfPresent()
    } catch  where error.remedies.contains(.updateDatabase) {
      // The import itself updates a store of an older version.
      store = nil
    }
    var request = try request.findingSource(definitions, in: store)
    // The form or rule set may already be stored. Binding it later reports the error.
    guard let plan = try? definitions.bind(form: request.form?.name, rules: request.rules?.name)
    else { return }
    request.adoptSource(for: plan.form.name)
    var first: RecorderError?
    for file in files {
      // A pipe can be read only once.
      if file == "-" || InputFile.isStream(file) { return }
      request.path = file
      do {
        // The files are opened but not judged, so stored records do not matter.
        let setup = try JudgingSetup(
          plan, in: nil, files: request.files.orDefault(of: settings))
        _ = try InputOpener(request, under: plan).makeJudge(
          setup.configuration(
            of: request,
            at: request.clock(plan.form, at: try settings.now(request.now)).requireTimestamp()))
        return
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
  }
}
