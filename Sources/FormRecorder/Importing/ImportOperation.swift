import FormBytes
import FormInput
import FormRules
import FormStore

/// Runs one import: determines where it begins, and has its records written from there.
struct ImportOperation {
  /// The import without its state in the store, as dry runs have it too.
  let bound: BoundImport
  let versions: BoundVersions
  let store: WritableStore
  let startedAt: String
  let configuration: ImportConfiguration

  var recorder: Recorder { bound.recorder }
  var request: ImportRequest { bound.request }

  init(
    _ recorder: Recorder, _ request: ImportRequest, bound versions: BoundVersions,
    in store: WritableStore, callbacks: ImportCallbacks
  ) throws(RecorderError) {
    bound = BoundImport(
      recorder: recorder, request: request, plan: versions.plan, versions: versions, store: store,
      callbacks: callbacks)
    self.versions = versions
    self.store = store
    startedAt = try recorder.settings.now().description
    configuration = ImportConfiguration(request, versions, services: recorder.settings.services)
  }

  func run() throws(RecorderError) -> ImportReport {
    let file = try InputFile(request.readPath, identity: identity())
    try bound.requireValid(file)
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
    switch try ImportResumption(operation: self, file: file).startingPoint() {
    case .known(let sha256):
      guard let known = try bound.knownReport(sha256: sha256) else {
        throw RecorderError(.refused, "\(request.path): changed while it was being read")
      }
      return known
    case .start(let fingerprint):
      defer { store.release(fingerprint) }
      return try RunningImport(self, file: file, fingerprint: fingerprint).run()
    case .resume(let unfinished, let fingerprint):
      defer { store.release(fingerprint) }
      return try RunningImport(
        self, file: file, fingerprint: fingerprint, resuming: unfinished
      ).run()
    }
  }

  /// Imports a stream. A stream has no size that could identify it: an unfinished import of a
  /// stream with the same configuration is compared with the input, and a finished import is
  /// recognized only at the end of the input.
  private func importStream() throws -> ImportReport {
    guard !request.allowsReimport, !request.isAtomic else {
      return try RunningImport(self).run()
    }
    for id in try store.unfinishedStreams(form: versions.form.name) {
      guard try store.reserve(stream: id) else { continue }
      defer { store.release(stream: id) }
      guard let unfinished = try store.unfinishedImport(id),
        try bound.differences(from: unfinished).isEmpty
      else { continue }
      return try RunningImport(self, resuming: unfinished).run()
    }
    return try RunningImport(self).run()
  }
}
