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

    func add(to router: Router<RequestInfo>) {
      router.post("forms/:form/imports") { request, context in
        let form = try context.parameter("form")
        try context.require(.submit, on: form)
        var importing = try importRequest(form, request, context)
        importing.parameters = try await core.parameters(
          of: form, rules: try request.query["rules"])
        return try await work(request, context) { [importing] recorder, path, events in
          var request = importing
          request.path = path
          return try recorder.importFile(request, events)
        }
      }
      router.post("forms/:form/corrections") { request, context in
        let form = try context.parameter("form")
        try context.require(.correct, on: form)
        let correction = try correctionRequest(form, request, context)
        return try await work(request, context) { recorder, path, events in
          var request = correction
          request.path = path
          return try recorder.importCorrections(request, events)
        }
      }
      router.get("forms/:form/imports/:id") { request, context in
        let form = try context.parameter("form")
        try context.require(.read, on: form)
        guard let id = Int64(try context.parameter("id")) else {
          throw Problem(.notFound, "the path must contain the number of an import")
        }
        let report = try await core.recorder.perform { recorder, _ in try recorder.importReport(id)
        }
        guard report.form == form else { throw Problem(.notFound, "there is no import \(id)") }
        return report.json.response()
      }
    }

    private typealias Work =
      @Sendable (Recorder, _ path: String, ImportEvents) throws -> ImportReport

    /// Receives the file, runs the work, and responds with its report: at the end, or after
    /// progress as server-sent events if the client accepts them.
    private func work(
      _ request: Request, _ context: RequestInfo, _ work: @escaping Work
    ) async throws -> Response {
      let configuration = core.configuration
      let upload = try await Upload(
        request.body, name: try request.fileName, limit: configuration.maximumUpload,
        beside: core.recorder.recorder.database)
      let recorder = core.recorder
      let mediaTypes = ["application/json", "text/event-stream"]
      guard request.preferredMediaType(among: mediaTypes) == "text/event-stream" else {
        defer { upload.remove() }
        do {
          let report = try await recorder.perform { recorder, _ in
            try work(recorder, upload.path, ImportEvents())
          }
          return upload.namedByClient(report.json).response(report.status)
        } catch {
          throw upload.namedByClient(Problem(any: error))
        }
      }
      let stream = EventStream()
      Task {
        defer { upload.remove() }
        do {
          let report = try await recorder.perform { recorder, _ in
            let events = ImportEvents(
              progress: { stream.send("progress", $0.json) },
              note: { note in
                stream.send(
                  "note", upload.namedByClient(.object(["text": .string(note.description)])))
              })
            return try work(recorder, upload.path, events)
          }
          stream.send("report", upload.namedByClient(report.json))
        } catch {
          stream.send("error", upload.namedByClient(Problem(any: error).json))
        }
        stream.finish()
      }
      return stream.response
    }

    private func importRequest(
      _ form: String, _ request: Request, _ context: RequestInfo
    ) throws(Problem) -> ImportRequest {
      let query = try QueryParameters(
        of: request,
        allowing: InputOptions.parameters.union([
          "rules", "source", "batch", "reason", "scenario", "atomic", "again",
        ]))
      var result = ImportRequest(path: "")
      result.form = try VersionReference.required(form)
      result.rules = try query["rules"].map(VersionReference.required)
      result.input = try InputOptions(request, query)
      result.source = query["source"]
      result.batch = query["batch"]
      result.reason = query["reason"]
      result.scenario = query["scenario"]
      result.isAtomic = try query.flag("atomic") ?? false
      result.allowsReimport = try query.flag("again") ?? false
      result.by = context.caller.name
      result.localization = core.languages.preferred(by: request)
      return result
    }

    private func correctionRequest(
      _ form: String, _ request: Request, _ context: RequestInfo
    ) throws(Problem) -> CorrectionRequest {
      let query = try QueryParameters(
        of: request,
        allowing: InputOptions.parameters.union([
          "rules", "reason", "dryRun", "accept", "acceptKeyChanges",
        ]))
      var result = CorrectionRequest(path: "")
      result.form = try VersionReference.required(form)
      result.rules = try query["rules"].map(VersionReference.required)
      result.input = try InputOptions(request, query)
      result.reason = query["reason"]
      result.isDryRun = try query.flag("dryRun") ?? false
      result.acceptsKeyChanges = try query.flag("acceptKeyChanges") ?? false
      result.acceptedColumns =
        query["accept"].map { $0.split(separator: ",").map(String.init) } ?? []
      result.by = context.caller.name
      result.localization = core.languages.preferred(by: request)
      return result
    }
  }

  extension Request {
    /// The client's name of the file in the body.
    fileprivate var fileName: String {
      get throws(Problem) {
        if let name = try query["name"] { return name }
        let disposition = headers[.contentDisposition] ?? ""
        for part in disposition.split(separator: ";") {
          let pair = part.split(separator: "=", maxSplits: 1)
          if pair.count == 2, pair[0].drop(while: { $0 == " " }) == "filename" {
            return pair[1].filter { $0 != "\"" }
          }
        }
        return "upload"
      }
    }
  }

  extension InputOptions {
    /// The options in a request's query. The format is that of the content type, or is detected.
    fileprivate init(_ request: Request, _ query: QueryParameters) throws(Problem) {
      self.init(
        delimiter: query["delimiter"], encoding: query["encoding"],
        header: try query.integer("header", in: 0...Int(Int32.max)),
        format: query["format"] ?? RecordFormat(mediaType: request.mediaType)?.rawValue,
        entry: query["entry"], sheet: query["sheet"])
    }

    /// The parameters that describe the file in the body.
    fileprivate static let parameters: Set<String> = [
      "name", "delimiter", "encoding", "header", "format", "entry", "sheet",
    ]
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

  extension VersionReference {
    /// - Throws: A problem with status 400 if the text is not a reference.
    static func required(_ text: String) throws(Problem) -> VersionReference {
      guard let reference = VersionReference(text) else {
        throw Problem(.badRequest, "a form or rule set must be written NAME or NAME@VERSION")
      }
      return reference
    }
  }
#endif
