#if Server
import FormBytes
import FormInput
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// Sends stored submissions as files and as pages of JSON.
struct ExportRoutes: RouteSet {
  let core: ServerCore

  func add(to routes: Routes) {
    for scope in SubmissionScope.allCases {
      routes.on(
        .get, "forms/:form/\(scope.rawValue)",
        for: scope == .open ? .permissionOrLink(.read, link: .read) : .permission(.read),
        query: QueryParameter.filters + QueryParameter.page + [
          .raw, .showsSensitive, .exportFormat, .delimiter, .encoding, .bom,
        ]
      ) { try await get(scope, $0, in: $1) }
    }
  }

  private func get(
    _ scope: SubmissionScope, _ request: Request, in context: ServerContext
  ) async throws -> Response {
    let form = try context.parameter("form")
    let query = context.query
    var export = try export(of: form, query, request)
    export.localization = try await core.localization(for: request, context)
    export.scope = scope
    if context.caller.importID != nil {
      export.selection = try await core.openSelection(ofForm: form, context)
    }
    export.isRaw = try context.flag(.raw, requiring: .correct, on: form)
    export.showsSensitive = try context.flag(.showsSensitive, requiring: .correct, on: form)
    let isUnmasked = export.isRaw || export.showsSensitive
    var headers: HTTPFields = [.vary: "Accept, Accept-Language, Authorization, Cookie"]
    headers[.eTag] = try await core.contentTag([
      export.format.rawValue, export.localization.language,
      export.isRaw ? "raw" : isUnmasked ? "unmasked" : "masked",
    ])
    let part = try query.page()
    if let tag = headers[.eTag], request.hasCopy(withTag: tag) {
      let selection = export.selection
      try await core.pools.reader.perform { recorder, _ in
        try selection.requireSelectable(of: recorder)
      }
      return Response(status: .notModified, headers: headers)
    }
    if let last = try await limit(&export, to: part) {
      headers[.link] = request.nextLink(query.link(after: last))
    }
    try await core.logRead(
      "\(scope.rawValue) submissions of \(form) as \(export.format.rawValue)",
      isUnmasked: isUnmasked, by: context.caller)
    headers[.contentType] = export.contentType
    if export.format.properties.isSpreadsheet {
      headers[.contentDisposition] =
        "attachment; filename=\"\(form)-\(scope.rawValue).\(export.format.rawValue)\""
    }
    return Response(status: .ok, headers: headers, body: try await body(export, context))
  }

  /// Restricts an export to a part. Returns the last submission of the part if others follow.
  private func limit(
    _ export: inout ExportRequest, to part: (after: Int64, limit: Int?)
  ) async throws -> Int64? {
    let (first, limits) = (part.after + 1, core.configuration)
    guard let limit = export.format == .json ? part.limit ?? limits.maximumPage : part.limit else {
      export.range = first...(.max)
      // Errors of the selection are reported before the download begins.
      _ = try await page(export.scope, export.selection, after: .max, limit: 1)
      return nil
    }
    let slice = try await page(
      export.scope, export.selection, after: part.after,
      limit: min(limit, export.format == .json ? limits.maximumPage : limits.maximumPart))
    // A range that contains no submissions represents an empty page.
    export.range = first...max(first, slice.count == 0 ? first : slice.last)
    if slice.count == 0 { export.selection.submissions = [] }
    return slice.hasMore ? slice.last : nil
  }

  private func export(
    of form: String, _ query: QueryParameters, _ request: Request
  ) throws -> ExportRequest {
    var export = ExportRequest()
    export.selection = try query.selection(ofForm: form)
    export.format = try ExportFormat(of: request, query)
    let encoding = try query.choice(.encoding) ?? TextEncoding.utf8.rawValue
    let delimiter = query[.delimiter]
    guard delimiter.map({ UInt8(delimiter: $0) != nil }) ?? true else {
      throw Problem(.badRequest, "'delimiter' must be one ASCII character, or tab")
    }
    let bom = try query[.bom] == nil ? nil : query.flag(.bom)
    // The other formats have no such properties.
    guard export.format.properties.hasCSVOptions else { return export }
    export.encoding = encoding
    export.delimiter = delimiter
    if encoding.hasPrefix("utf-") { export.hasByteOrderMark = bom }
    return export
  }

  private func page(
    _ scope: SubmissionScope, _ selection: SubmissionSelection, after: Int64, limit: Int
  ) async throws -> SubmissionSlice {
    let advice = "the selection takes too long; narrow it, or read the whole file without 'limit'"
    return try await core.perform(orAdvise: advice) { recorder, _ in
      try recorder.slice(scope, selection, after: after, limit: limit)
    }
  }

  private func body(
    _ export: ExportRequest, _ context: ServerContext
  ) async throws -> ResponseBody {
    try await Download.body(core, for: context.connection) { recorder, shouldStop, send in
      try recorder.export(export, to: .stream(send), shouldStop: shouldStop)
    }
  }
}

extension QueryParameter {
  static let delimiter = Self(
    "delimiter", "The delimiter of CSV: a character, or `tab`.",
    .pattern("^([!#-~ ]|tab)$"))
  fileprivate static let encoding = Self(
    "encoding", "The encoding of CSV.", .choice(TextEncoding.allCases.map(\.rawValue)))
  fileprivate static let bom = Self(
    "bom", "Whether CSV in UTF-8 or UTF-16 begins with a byte order mark.", .flag)
}

extension ExportRequest {
  fileprivate var contentType: String {
    switch format {
    case .csv: "text/csv; charset=\(encoding ?? "utf-8"); header=present"
    default: format.properties.mediaTypes[0]
    }
  }
}

extension Request {
  /// The header `Link` of a page that is followed by another one.
  ///
  /// - Parameter query: The query of the next page, with a question mark.
  func nextLink(_ query: String) -> String { "<\(uri.path)\(query)>; rel=\"next\"" }
}

extension HTTPField.Name {
  static let link = Self("Link")!
}

extension ExportRoutes {
  static let operations: [OpenAPIOperation] = SubmissionScope.allCases.map { scope in
    OpenAPIOperation(
      route: Route(.get, "forms/:form/\(scope.rawValue)"),
      summary: "The \(scope.rawValue) submissions with their errors",
      description: """
        Sensitive fields are masked. JSON is divided into pages, by default of at most 1,000 \
        submissions, which the header `Link` connects; other formats are whole files, unless \
        `limit` is specified. The access is recorded.
        """,
      errors: [406],
      responses: [
        (
          200, "The submissions.",
          ExportFormat.served.map { format in
            (
              format.properties.mediaTypes[0],
              format == .json ? .arraySchema(.schemaReference("Submission")) : JSON.object([])
            )
          }
        ),
        (304, "They have not changed since the response with this `ETag`.", []),
      ])
  }
}
#endif
