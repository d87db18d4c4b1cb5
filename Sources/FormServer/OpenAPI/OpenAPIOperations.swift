#if Server
import FormInput
import FormRecorder
import FormRules
import HTTPTypes

/// The documentation of all routes that programs call. A test compares it with the router.
extension OpenAPIOperation {
  static let all: [OpenAPIOperation] =
    status + submitting + exports + submissions + imports + failures + odata

  private static let record = JSON.schemaReference("Record")
  private static let file = JSON.object([])
  private static let object = JSON.schema("object")
  private static let text = JSON.schema("string")
  /// JSON of a schema.
  private static func json(_ schema: JSON) -> Content { [(ContentType.json, schema)] }

  /// JSON of a schema of the document.
  private static func json(_ name: String) -> Content { json(.schemaReference(name)) }

  private static let status = [
    OpenAPIOperation(
      route: Route(.get, "healthz"), summary: "Reports whether the server works",
      responses: [(200, "The server works.", json(.objectSchema(["status": text])))]),
    OpenAPIOperation(
      route: Route(.get, "readyz"), summary: "Reports whether the database can be used",
      errors: [503],
      responses: [(200, "The database can be used.", json(.objectSchema(["status": text])))]),
    OpenAPIOperation(
      route: Route(.get, "metrics"), summary: "Counters for Prometheus",
      responses: [(200, "The counters.", [("text/plain", text)])]),
    OpenAPIOperation(
      route: Route(.get, "openapi.json"), summary: "This document",
      responses: [(200, "The document.", json(object))]),
  ]

  private static let submitted: [Response] = [
    (
      201, "The submission was accepted and stored.",
      json("SubmitReport") + [(ndjson, .schemaReference("SubmitReport"))]
    ),
    (
      422, "The submission was rejected by its rules. It is also stored.",
      [
        (ContentType.problem, .schemaReference("RejectedSubmission")),
        (ndjson, .schemaReference("SubmitReport")),
      ]
    ),
  ]

  private static let ndjson = RecordFormat.ndjson.properties.mediaTypes[0]

  private static let submitting = [
    OpenAPIOperation(
      route: Route(.get, "forms/:form"), summary: "The page for filling in the form",
      responses: [(200, "The page.", [("text/html", text)])]),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/submissions"), summary: "Submits records",
      description: "Every record is validated and stored; the response is sent after the commit.",
      headers: [
        ("Idempotency-Key", "A repeated key returns the same response and stores nothing."),
        (
          "Accept-Proof",
          "With `1`, the response contains a proof of each record, like `proof=true`."
        ),
      ],
      body: json(record) + [(ndjson, text)], errors: [409], responses: submitted),
    OpenAPIOperation(
      route: Route(.patch, "forms/:form/submissions/:id"),
      summary: "Changes fields of a rejected submission",
      body: json(.schema("object", ["minProperties": .integer(1)])), errors: [409],
      responses: [
        (200, "The correction is accepted.", json(object)),
        (
          422, "The correction was rejected by its rules. It is also stored.",
          [(ContentType.problem, object)]
        ),
      ]),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/validation"),
      summary: "Validates values of a record without storing them",
      body: json(
        .bodySchema(
          [
            "event": .enumSchema(["blur", "input", "settle"]), "visited": .arraySchema(text),
            "values": .arraySchema(.arraySchema(text)),
          ],
          optional: ["typed": text, "previous": text])),
      responses: [(200, "The errors.", json(object))]),
  ]

  private static let exports = SubmissionScope.allCases.map { scope in
    OpenAPIOperation(
      route: Route(.get, "forms/:form/\(scope.rawValue)"),
      summary: "The \(scope.rawValue) submissions with their errors",
      description: """
        Sensitive fields are masked. JSON is divided into pages of at most 1,000 submissions, which \
        the header `Link` connects; other formats are whole files, unless `limit` is specified. \
        The access is recorded.
        """,
      errors: [406],
      responses: [
        (
          200, "The submissions.",
          ExportFormat.served.map { format in
            (
              format.properties.mediaTypes[0],
              format == .json ? .arraySchema(.schemaReference("Submission")) : file
            )
          }
        ),
        (304, "They have not changed since the response with this `ETag`.", []),
      ])
  }

  private static let submissions =
    [
      OpenAPIOperation(
        route: Route(.get, "forms/:form/submissions"), summary: "Lists and finds submissions",
        responses: [
          (
            200, "The submissions, without their cells.",
            json(.arraySchema(.schemaReference("ListedSubmission")))
          )
        ]),
      OpenAPIOperation(
        route: Route(.get, "forms/:form/submissions/:id"),
        summary: "The history of a submission: its cells, verdicts, corrections and decisions",
        responses: [
          (200, "The history.", json("History")),
          (304, "It has not changed since the response with this `ETag`.", []),
        ]),
      OpenAPIOperation(
        route: Route(.get, "forms/:form/submissions/:id/proof"),
        summary: "A proof of a submission and its verdict",
        description: "Without `raw`, it contains neither cells nor errors. The access is recorded.",
        responses: [(200, "The proof.", [("text/plain", text)])]),
    ]
    + [
      ("waive", "Waives failures of a submission"),
      ("reopen", "Reopens waived failures of a submission"),
    ].map { kind, summary in
      OpenAPIOperation(
        route: Route(.post, "forms/:form/submissions/:id/\(kind)"), summary: summary,
        body: json("Decision"),
        responses: [(200, "The decision.", json("DecisionReport"))])
    }
    + [
      OpenAPIOperation(
        route: Route(.post, "forms/:form/submissions/:id/comments"),
        summary: "Adds a comment to a submission or to one of its failures",
        description: "The caller is the author. A purge of the submission deletes the text.",
        body: json("Comment"), responses: [(200, "The comment.", json("CommentReport"))])
    ]

  private static let imports = [
    OpenAPIOperation(
      route: Route(.post, "forms/:form/imports"), summary: "Imports a file",
      body: [("application/octet-stream", file)], errors: [409], responses: imported),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/corrections"),
      summary: "Imports a returned export as corrections",
      description: """
        With `literal`, the body is NDJSON such as `{"submission": 7, "fields": {"email": "…"}}`: \
        the number of the submission that a person saw, and the new texts.
        """,
      body: [("application/octet-stream", file)], errors: [409], responses: imported),
    OpenAPIOperation(
      route: Route(.get, "forms/:form/imports/:id"), summary: "The report of an import",
      responses: [(200, "The report.", json("ImportReport"))]),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/imports/:id/retract"), summary: "Withdraws an import",
      description: """
        What the import superseded or corrected is in effect again. With `dryRun`, nothing is \
        stored. If its records were corrected, `withDependents` retracts those corrections, too; \
        otherwise the request is refused. `undo` reverses a retraction.
        """,
      body: json("Retraction"),
      responses: [(200, "The report.", json("RetractReport"))]),
  ]

  private static let imported: [Response] = [
    (
      200, "The report, or its progress as events. Nothing new was stored.",
      json("ImportReport") + [(ContentType.events, text)]
    ),
    (201, "The report.", json("ImportReport")),
    (422, "The report. The file is refused.", json("ImportReport")),
  ]

  private static let submissionNumbers = JSON.arraySchema(.schema("integer"))

  private static let failures = [
    OpenAPIOperation(
      route: Route(.get, "forms/:form/failures"),
      summary: "The open submissions with the kinds of their failures",
      responses: [(200, "Columns, kinds, and rows without cells.", json(object))]),
    OpenAPIOperation(
      route: Route(.get, "forms/:form/failures/rows"),
      summary: "The cells and failures of submissions, and the fields that may be corrected",
      description: "Sensitive fields are masked. The access is recorded.",
      responses: [(200, "The submissions.", json(.arraySchema(object)))]),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/failures/waive"),
      summary: "Waives the failures of a rule in several submissions",
      body: json(
        .bodySchema([
          "submissions": submissionNumbers, "rule": text, "reason": OpenAPISchemas.reason,
        ])), responses: [(200, "The decision.", json("DecisionReport"))]),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/failures/assign"),
      summary: "Assigns open submissions to an operator",
      description: "Without `to`, to nobody. The caller is recorded.",
      body: json(
        .bodySchema(
          ["submissions": submissionNumbers], optional: ["to": text, "reason": text])),
      responses: [(200, "The assignment.", json(object))]),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/repairs"),
      summary: "Determines the effect of repairs of a column",
      description: """
        Nothing is stored. Without `repair`, the response has all repairs that close failures; \
        with it, also the new text of each cell. The access is recorded.
        """,
      body: json(.bodySchema(["edits": object], optional: ["repair": .object([])])),
      responses: [(200, "The repairs.", json(object))]),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/repairs/keep"),
      summary: "Adds repairs to the definition of a source",
      description: "The body has `repairs` in the notation of the definition of a source.",
      body: json(.bodySchema(["repairs": .arraySchema(object)])),
      responses: [(200, "The version of the source.", json(.arraySchema(object)))]
    ),
  ]

  private static let odata = [
    OpenAPIOperation(
      route: Route(.get, "odata"), summary: "The service document of the OData feed",
      errors: [406],
      responses: [(200, "The entity sets.", json(object))]),
    OpenAPIOperation(
      route: Route(.get, "odata/:form"),
      summary: "The valid records of a form with typed values (OData)",
      description:
        "`/odata/$metadata` describes the types, and `/odata/{form}(ID)` is one record.",
      errors: [406, 501],
      responses: [(200, "A page of records.", json(object))]),
    OpenAPIOperation(
      route: Route(.get, "odata/:form/$count"), summary: "The number of valid records (OData)",
      errors: [501],
      responses: [(200, "The number.", [("text/plain", text)])]),
  ]
}
#endif
