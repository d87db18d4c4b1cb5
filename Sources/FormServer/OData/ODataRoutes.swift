#if Server
import FormBytes
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird
import NIOCore

/// The OData 4.01 feed of valid records, for spreadsheets and reporting programs.
struct ODataRoutes: RouteSet {
  let core: ServerCore

  func add(to routes: Routes) {
    // The parameter `form` may also be `$metadata` or contain a key.
    func read(_ query: [QueryParameter]) -> RouteDeclaration {
      RouteDeclaration(access: .permissionOnAnyForm(.read), query: query)
    }
    let responses = ODataResponses(core: core)
    routes.on(
      .get, "odata", for: read(QueryParameter.serviceOptions), through: responses, use: service)
    routes.on(
      .get, "odata/:form", for: read(QueryParameter.recordOptions), through: responses,
      use: resource)
    routes.on(
      .get, "odata/:form/$count", for: read(QueryParameter.countOptions), through: responses,
      use: count)
  }

  private func resource(_ request: Request, _ context: ServerContext) async throws -> Response {
    let path = try context.parameter("form")
    if path == "$metadata" { return try await metadata(request, context) }
    if path.hasSuffix(")"), let open = path.firstIndex(of: "(") {
      let key = path[path.index(after: open)...].dropLast()
      return try await record(of: String(path[..<open]), key: String(key), request, context)
    }
    return try await records(of: path, request, context)
  }

  private func service(_ request: Request, _ context: ServerContext) async throws -> Response {
    try context.query.requireJSON()
    let names = try await core.forms(of: context.caller, allowing: .read)
    _ = try context.isUnmasked(form: nil)
    let sets = names.map { name in
      JSON.object([
        "name": .string(name), "kind": .string("EntitySet"), "url": .string(name),
      ])
    }
    return JSON.object([
      "@odata.context": .string("\(root(request))/$metadata"), "value": .array(sets),
    ]).response(type: Request.defaultODataContentType)
  }

  private func metadata(_ request: Request, _ context: ServerContext) async throws -> Response {
    let names = try await core.forms(of: context.caller, allowing: .read)
    let isUnmasked = try context.isUnmasked(form: nil)
    // Reads all versions of all forms.
    let xml = try await core.performWithoutTimeout(for: context.connection) { recorder, _ in
      ODataModel.metadata(
        try names.map {
          ODataModel(try RecordFeed(recorder, form: $0, showsSensitive: isUnmasked))
        })
    }
    return Response(ByteBuffer(string: xml), type: "application/xml")
  }

  private func records(
    of form: String, _ request: Request, _ context: ServerContext
  ) async throws -> Response {
    try context.caller.require(.read, on: form)
    let isUnmasked = try context.isUnmasked(form: form)
    let hasNumbersAsText = request.wantsNumbersAsText
    let limits = core.configuration
    let limit = min(request.preferredPage ?? limits.maximumPage, limits.maximumPage)
    let (page, selected) = try await core.perform(orAdvise: Self.advice) {
      [core] recorder, isOver in
      let feed = try RecordFeed(recorder, form: form, showsSensitive: isUnmasked)
      let query = try ODataQuery(context.query, ODataModel(feed), limits: core.configuration)
      let reader = ODataReader(
        feed: feed, query: query, hasNumbersAsText: hasNumbersAsText, isOver: isOver)
      var page = try reader.page(limit: limit)
      if query.wantsCount { page.total = try reader.count(in: recorder) }
      return (page, query.hasSelection ? query.properties.map(\.name) : nil)
    }
    try await core.logRead(
      "current records of \(form) as odata", isUnmasked: isUnmasked, by: context.caller)
    return response(page, of: form, selected, to: request)
  }

  private func response(
    _ page: ODataPage, of form: String, _ selected: [String]?, to request: Request
  ) -> Response {
    var members: [JSON.Member] = []
    if !request.wantsNoMetadata {
      let selection = selected.map { "(\($0.joined(separator: ",")))" } ?? ""
      let context = "\(root(request))/$metadata#\(form)\(selection)"
      members.append(.init("@odata.context", .string(context)))
    }
    if let total = page.total { members.append(.init("@odata.count", .integer(total))) }
    var bytes: [UInt8] = []
    JSON.object(members).write(to: &bytes)
    bytes.removeLast()
    if !members.isEmpty { bytes.append(UInt8(ascii: ",")) }
    bytes += Array("\"value\":[".utf8) + page.records + Array("]".utf8)
    if let next = page.next {
      bytes += Array(",\"@odata.nextLink\":".utf8)
      JSON.string("\(root(request))/\(form)?\(next)").write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return Response(ByteBuffer(bytes: bytes), type: request.odataContentType)
  }

  private func record(
    of form: String, key: String, _ request: Request, _ context: ServerContext
  ) async throws -> Response {
    try context.caller.require(.read, on: form)
    let name = "_submission="
    guard let id = Int64(key.hasPrefix(name) ? String(key.dropFirst(name.count)) : key), id > 0
    else { throw Problem(.badRequest, "the key must be the number of a submission") }
    let isUnmasked = try context.isUnmasked(form: form)
    let numbersAsText = request.wantsNumbersAsText
    let members = try await core.pools.reader.perform { [core] recorder, _ in
      let feed = try RecordFeed(recorder, form: form, showsSensitive: isUnmasked)
      let query = try ODataQuery(context.query, ODataModel(feed), limits: core.configuration)
      var members: [JSON.Member]?
      _ = try feed.forEach(of: [id]) { record in
        members = query.members(of: record, numbersAsText: numbersAsText)
        return false
      }
      guard let members else {
        throw Problem(.notFound, "there is no valid record with this number")
      }
      return members
    }
    try await core.logRead(
      "submission \(id) of \(form) as odata", isUnmasked: isUnmasked, by: context.caller)
    let entity = "\(root(request))/$metadata#\(form)/$entity"
    return JSON.object([.init("@odata.context", .string(entity))] + members)
      .response(type: request.odataContentType)
  }

  private func count(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    try context.caller.require(.read, on: form)
    let isUnmasked = try context.isUnmasked(form: form)
    let filter = context.query[.odataFilter]
    let total = try await core.perform(orAdvise: Self.advice) { recorder, isOver in
      let feed = try RecordFeed(recorder, form: form, showsSensitive: isUnmasked)
      let query = try ODataQuery(filter: filter, ODataModel(feed))
      return try ODataReader(
        feed: feed, query: query, hasNumbersAsText: false, isOver: isOver
      ).count(in: recorder)
    }
    if filter != nil {
      try await core.logRead(
        "number of current records of \(form) with a filter", isUnmasked: isUnmasked,
        by: context.caller)
    }
    return Response(ByteBuffer(string: String(total)), type: "text/plain")
  }

  private static let advice =
    "the query reads too many records; narrow it, or read without $orderby and $count"

  /// The URL of the service, without a slash at the end.
  private func root(_ request: Request) -> String { core.address(for: request).url("/odata") }
}

extension ODataReader {
  /// The number of records that the query selects on all pages.
  fileprivate func count(in recorder: Recorder) throws -> Int {
    if query.filter != nil { return try count() }
    var selection = SubmissionSelection.all
    selection.form = feed.form.name
    return try recorder.audit(selection).records?.valid ?? 0
  }
}

extension ODataRoutes {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.get, "odata"), summary: "The service document of the OData feed",
      errors: [406],
      responses: [(200, "The entity sets.", json(.schema("object")))]),
    OpenAPIOperation(
      route: Route(.get, "odata/:form"),
      summary: "The valid records of a form with typed values (OData)",
      description:
        "`/odata/$metadata` describes the types, and `/odata/{form}(ID)` is one record.",
      errors: [406, 501],
      responses: [(200, "A page of records.", json(.schema("object")))]),
    OpenAPIOperation(
      route: Route(.get, "odata/:form/$count"), summary: "The number of valid records (OData)",
      errors: [501],
      responses: [(200, "The number.", [("text/plain", .schema("string"))])]),
  ]
}
#endif
