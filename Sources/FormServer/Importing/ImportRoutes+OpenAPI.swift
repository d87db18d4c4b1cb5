#if Server
import FormRules
import HTTPTypes

extension ImportRoutes {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.post, "forms/:form/imports"), summary: "Imports a file",
      body: [("application/octet-stream", .object([]))], errors: [409], responses: imported),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/corrections"),
      summary: "Imports a returned export as corrections",
      description: """
        With `literal`, the body is NDJSON such as `{"submission": 7, "fields": {"email": "…"}}`: \
        the number of the submission that a person saw, and the new texts.
        """,
      body: [("application/octet-stream", .object([]))], errors: [409], responses: imported),
    OpenAPIOperation(
      route: Route(.get, "forms/:form/imports/:id"), summary: "The report of an import",
      responses: [(200, "The report.", json("ImportReport"))]),
  ]

  private static let imported: [OpenAPIOperation.Response] = [
    (
      200, "The report, or its progress as events. Nothing new was stored.",
      json("ImportReport") + [(ContentType.events, .schema("string"))]
    ),
    (201, "The report.", json("ImportReport")),
    (422, "The report. The file is refused.", json("ImportReport")),
  ]
}
#endif
