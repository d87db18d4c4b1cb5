import FormInput
import FormRules
import FormStore

/// Runs one import: determines where it begins, and has its records written from there.
struct Importer {
  let recorder: Recorder
  let request: ImportRequest
  let bound: BoundVersions
  let store: WritableStore
  let callbacks: ImportCallbacks
  let startedAt: String
  let configuration: ImportConfiguration

  init(
    _ recorder: Recorder, _ request: ImportRequest, bound: BoundVersions, in store: WritableStore,
    callbacks: ImportCallbacks
  ) throws(RecorderError) {
    self.recorder = recorder
    self.request = request
    self.bound = bound
    self.store = store
    self.callbacks = callbacks
    startedAt = try recorder.settings.now().description
    configuration = ImportConfiguration(request, bound, services: recorder.settings.services)
  }

  func run() throws(RecorderError) -> ImportReport {
    let file = try InputFile(request.readPath, identity: identity())
    try boundImport.requireValid(file)
    if let file { return try importFile(file) }
    return try mappingErrors { try importStream() }
  }

  /// What identifies a copy in the store. Unlike an absolute path, it does not begin with a slash.
  private func identity() throws(RecorderError) -> String? {
    guard let identity = request.identity else { return nil }
    let key = try mappingErrors { try store.hashKey() }
    return "copy:" + key.hash(identity.utf8.span).bytes.hexadecimal
  }

  private func importFile(_ file: InputFile) throws(RecorderError) -> ImportReport {
    let resumption = ImportResumption(
      store: store, file: file, request: request, configuration: configuration,
      form: bound.form.name,
      callbacks: callbacks, now: startedAt)
    switch try resumption.startingPoint() {
    case .known(let sha256):
      guard let known = try boundImport.knownReport(sha256: sha256) else {
        throw RecorderError(.refused, "\(request.path): changed while it was being read")
      }
      return known
    case .start(let fingerprint):
      defer { store.release(fingerprint) }
      return try RunningImport(self, file, fingerprint).run()
    case .resume(let unfinished, let fingerprint):
      defer { store.release(fingerprint) }
      return try RunningImport(self, file, fingerprint, resuming: unfinished).run()
    }
  }

  /// Imports a stream. A stream has no size that could identify it: an unfinished import of a
  /// stream with the same configuration is compared with the input, and a finished import is
  /// recognized only at the end of the input.
  private func importStream() throws -> ImportReport {
    guard !request.allowsReimport, !request.isAtomic else {
      return try RunningImport(self).run()
    }
    for id in try store.unfinishedStreams(form: bound.form.name) {
      guard try store.reserve(stream: id) else { continue }
      defer { store.release(stream: id) }
      guard let unfinished = try store.unfinishedImport(id),
        unfinished.configuration.differences(from: configuration).isEmpty
      else { continue }
      return try RunningImport(self, resuming: unfinished).run()
    }
    return try RunningImport(self).run()
  }

  /// The import without its state in the store, as dry runs have it too.
  var boundImport: BoundImport {
    BoundImport(
      recorder: recorder, request: request, plan: bound.plan, formID: bound.form.definitionID,
      rulesVersion: bound.rules.number, store: store, callbacks: callbacks)
  }
}
