#if Server
import FormInput
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird
import NIOCore

/// Accepts files: records, and corrections of earlier ones.
///
/// The body is the file itself. An interrupted request can be sent again: committed records are
/// not stored twice.
struct ImportRoutes: RouteSet {
  let core: ServerCore

  func add(to routes: Routes) {
    routes.on(
      .post, "forms/:form/imports", for: .permission(.submit),
      query: Self.ofImports.map(\.parameter), use: importFile)
    routes.on(
      .post, "forms/:form/corrections", for: .permissionOrLink(.correct, link: .correct),
      query: Self.ofCorrections.map(\.parameter), use: correct)
    routes.on(.get, "forms/:form/imports/:id", for: .permission(.read), use: report)
  }

  private func importFile(_ request: Request, _ context: ServerContext) async throws -> Response {
    if context.caller.isAnonymous,
      try await core.form(in: context).form.supersession == .signedIn
    {
      throw Problem(
        .forbidden, "the form accepts files only from clients with a token or a signed-in user")
    }
    // The number of stored records is known only after the import. Until then, the file counts as
    // one.
    let client = core.anonymousClient(of: request, context)
    if let client { try core.limits.anonymousRecords.count(client) }
    var importRequest = try await complete(
      ImportRequest(path: ""), reading: Self.ofImports, of: request, in: context)
    let maximumContent = context.caller.isAnonymous ? maximumUpload(of: context.caller) : nil
    importRequest.input.maximumSharedBytes = maximumContent
    importRequest.describesEarlierImports = context.caller.allows(.read, on: context.formName)
    importRequest.parameters = try await core.parameters(in: context)
    let sender = core.sender(of: request, context)
    return try await receive(request, context) {
      [core, importRequest] recorder, upload, callbacks in
      if let maximumContent { try upload.requireContent(atMost: maximumContent) }
      var importRequest = importRequest
      (importRequest.path, importRequest.copy) = (upload.name, upload.file.path)
      // The same file of the same sender has another path whenever it is sent.
      importRequest.identity = "\(sender)/\(upload.name)"
      // An import that fails may have stored records.
      var (records, callbacks) = (0, callbacks)
      callbacks.committed = { records = $0 }
      defer { if let client { core.limits.anonymousRecords.charge(client, max(0, records - 1)) } }
      let report = try recorder.importFile(importRequest, callbacks)
      if !report.isAlreadyImported { records = report.records }
      return report
    }
  }

  private func correct(_ request: Request, _ context: ServerContext) async throws -> Response {
    var correction = try await complete(
      CorrectionRequest(path: ""), reading: Self.ofCorrections, of: request, in: context)
    correction.importID = context.caller.importID
    if correction.listsChanges {
      let form = try context.parameter("form")
      try await core.logRead("changed cells of \(form)", by: context.caller)
    }
    return try await receive(request, context) { [correction] recorder, upload, callbacks in
      var correction = correction
      (correction.path, correction.copy) = (upload.name, upload.file.path)
      return try recorder.importCorrections(correction, callbacks)
    }
  }

  private func report(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let id = try context.number()
    let report = try await core.performWithoutTimeout(for: context.connection) { recorder, _ in
      guard try recorder.import(id).form == form else {
        throw Problem(.notFound, "there is no import \(id)")
      }
      // Counts the keys of its records.
      return try recorder.importReport(id)
    }
    return report.json.response()
  }

  private typealias Work =
    @Sendable (Recorder, Upload, ImportCallbacks) throws -> ImportReport

  /// Receives the file, runs the work, and responds with its report: at the end, or after
  /// progress as server-sent events if the client accepts them.
  private func receive(
    _ request: Request, _ context: ServerContext, work: @escaping Work
  ) async throws -> Response {
    let client = core.anonymousClient(of: request, context)
    try core.limits.imports.begin(for: client)
    var isDetached = false
    defer { if !isDetached { core.limits.imports.end(for: client) } }
    let header = HeaderValue(request.headers[.contentDisposition] ?? "")
    // Compressed files are recognized by their content.
    let body = try core.body(
      of: request, context, upTo: maximumUpload(of: context.caller),
      decoding: ["gzip", "x-gzip", "zstd"])
    let upload = try await Upload(
      body, name: context.query[.fileName] ?? header.fileName ?? "upload",
      beside: core.pools.reader.recorder.database)
    let mediaTypes = [ContentType.json, ContentType.events]
    if request.preferredMediaType(among: mediaTypes) == ContentType.events {
      isDetached = true
      return progress(of: upload, from: client, context, work)
    }
    let report = try await core.importing(for: context) {
      try work($0, upload, ImportCallbacks(shouldStop: $1))
    }
    return report.json.response(report.status)
  }

  private func maximumUpload(of caller: Caller) -> Int {
    let configuration = core.configuration
    return caller.isAnonymous
      ? min(configuration.maximumUpload, configuration.maximumAnonymousUpload)
      : configuration.maximumUpload
  }

  /// Runs the work in the background, and responds with its progress and its report. The work
  /// continues if the client disconnects.
  private func progress(
    of upload: Upload, from client: String?, _ context: ServerContext, _ work: @escaping Work
  ) -> Response {
    let stream = EventStream()
    Task { [core] in
      do {
        let report = try await core.importing(for: context, isDetached: true) {
          recorder, shouldStop in
          let callbacks = ImportCallbacks(
            progress: { stream.send("progress", $0.json) },
            note: { stream.send("note", .object(["text": .string($0.description)])) },
            shouldStop: shouldStop)
          return try work(recorder, upload, callbacks)
        }
        stream.send("report", report.json)
      } catch {
        stream.send("error", core.problem(for: error).json)
      }
      // Whoever sees the end of the response must not find the file any more, and may send another.
      do {
        try upload.file.delete()
      } catch {
        core.health.failed("an uploaded file remains: \(error)")
      }
      core.limits.imports.end(for: client)
      stream.finish()
    }
    return stream.response
  }

  /// Completes a request by its query, its headers and the caller.
  private func complete<Target>(
    _ target: Target, reading parameters: [FileParameter<Target>], of request: Request,
    in context: ServerContext
  ) async throws -> Target {
    var target = target
    target.form = try VersionReference.required(context.parameter("form"))
    target.input.format = RecordFormat(mediaType: request.mediaType)?.rawValue
    for parameter in parameters { try parameter.read(context.query, into: &target) }
    target.by = context.caller.name
    target.localization = try await core.localization(for: request, context)
    return target
  }
}

extension ImportReport {
  /// The status: 201 if records were stored, 200 if there was nothing new, and 422 if
  /// the file was refused.
  fileprivate var status: HTTPResponse.Status {
    if isRefused { return .unprocessableContent }
    return isAlreadyImported || importID == nil ? .ok : .created
  }
}

extension WorkProgress {
  fileprivate var json: JSON {
    .object([
      "records": .integer(count),
      "share": fraction.map { .number(String(($0 * 1000).rounded() / 1000)) } ?? .null,
    ])
  }
}
#endif
