#if Server
  import FormRecorder
  import FormRules
  import HTTPTypes

  /// The documentation of all routes that programs call. A test compares it with the router.
  extension OpenAPIOperation {
    static let all: [OpenAPIOperation] =
      status + submitting + exports + submissions + imports + odata

    private static let record = JSON.schemaReference("Record")
    private static let file = JSON.object([])
    private static let text = JSON.schema("string")
    /// The schema of a name.
    private static let name = JSON.schema("string", ["minLength": .integer(1)])
    private static let number = JSON.schema(
      "integer", ["minimum": .integer(1), "maximum": .integer(Int(Recorder.largestNumber))])
    private static let flag = JSON.schema("boolean")

    private static let status = [
      OpenAPIOperation(
        method: .get, path: "/healthz", summary: "Reports whether the server works",
        answers: [
          (200, "The server works.", [("application/json", .objectSchema(["status": text]))])
        ]),
      OpenAPIOperation(
        method: .get, path: "/metrics", summary: "Counters for Prometheus", right: .administer,
        answers: [(200, "The counters.", [("text/plain", text)])]),
      OpenAPIOperation(
        method: .get, path: "/openapi.json", summary: "This document",
        answers: [(200, "The document.", [("application/json", .schema("object"))])]),
    ]

    private static let submitParameters: [Parameter] = [
      .query(
        "rules", "The rule set, `NAME` or `NAME@VERSION`.",
        .schema("string", ["pattern": .string("^[a-z][a-z0-9_]{0,62}(@[1-9][0-9]{0,8})?$")])),
      .query("source", "The sender.", name), .query("scenario", "The scenario of the rules.", name),
      Parameter(
        name: "Idempotency-Key", location: .header,
        description: "A repeated key returns the same response and stores nothing.", schema: text),
    ]

    private static let submitted: [(status: Int, description: String, content: Content)] = [
      (
        201, "The submission was accepted and stored.",
        [
          ("application/json", .schemaReference("SubmitReport")),
          ("application/x-ndjson", .schemaReference("SubmitReport")),
        ]
      ),
      (
        422, "The submission was rejected by its rules. It is also stored.",
        [
          ("application/problem+json", .schemaReference("RejectedSubmission")),
          ("application/x-ndjson", .schemaReference("SubmitReport")),
        ]
      ),
    ]

    private static let submitting = [
      OpenAPIOperation(
        method: .get, path: "/forms/{form}", summary: "The page for filling in the form",
        right: .submit, answers: [(200, "The page.", [("text/html", text)])]),
      OpenAPIOperation(
        method: .post, path: "/forms/{form}/submissions", summary: "Submits records",
        description: "Every record is evaluated and stored; the response is sent after the commit.",
        right: .submit, parameters: submitParameters,
        body: [("application/json", record), ("application/x-ndjson", text)], answers: submitted,
        errors: [409]),
      OpenAPIOperation(
        method: .put, path: "/forms/{form}/submissions/{id}",
        summary: "Submits the correction of a rejected submission", right: .correct,
        parameters: [.query("reason", "The reason for the correction.", text)],
        body: [("application/json", .schema("object", ["minProperties": .integer(1)]))],
        answers: [
          (200, "The correction is accepted.", [("application/json", .schema("object"))]),
          (
            422, "The correction was rejected by its rules. It is also stored.",
            [("application/problem+json", .schema("object"))]
          ),
        ],
        errors: [409]),
      OpenAPIOperation(
        method: .post, path: "/forms/{form}/validation",
        summary: "Evaluates values of a record without storing them", right: .submit,
        body: [("application/json", .schema("object"))],
        answers: [(200, "The errors.", [("application/json", .schema("object"))])]),
    ]

    private static let selection: [Parameter] = [
      .query("import", "Only submissions of this import.", number),
      .query("source", "Only submissions of this source.", name),
      .query("batch", "Only submissions of this batch.", name),
      .query(
        "since", "Only submissions of imports that began on or after this day (UTC) or time.",
        .schema(
          "string",
          [
            "anyOf": .array([
              .object(["format": .string("date")]), .object(["format": .string("date-time")]),
            ])
          ])),
      .query("rule", "Only submissions that fail this rule.", name),
      .query("run", "Use the verdicts of this run instead of the current ones.", number),
    ]

    private static let page: [Parameter] = [
      .query(
        "after", "Only submissions after this number; the header `Link` contains it.",
        .schema(
          "integer", ["minimum": .integer(0), "maximum": .integer(Int(Recorder.largestNumber))])),
      .query("limit", "The maximum number of submissions.", number),
    ]

    private static let raw = Parameter.query(
      "raw",
      "Show sensitive fields, and every byte as received. Requires the role correct or admin.",
      flag)

    private static let formats = ExportFormat.served.map(\.rawValue)

    private static let exportParameters: [Parameter] =
      selection + page + [
        raw,
        .query(
          "format", "The format. If omitted, the header `Accept` selects it.",
          .schema("string", ["enum": .array(formats.map(JSON.string))])),
        .query(
          "delimiter", "The delimiter of CSV: a character, or `tab`.",
          .schema("string", ["pattern": .string("^([!#-~ ]|tab)$")])),
        .query(
          "encoding", "The encoding of CSV.",
          .schema("string", ["enum": .array(ExportRoutes.encodings.map(JSON.string))])),
        .query("bom", "Whether CSV in UTF-8 or UTF-16 begins with a byte order mark.", flag),
      ]

    private static let exports = SubmissionScope.allCases.map { scope in
      OpenAPIOperation(
        method: .get, path: "/forms/{form}/\(scope.rawValue)",
        summary: "The \(scope.rawValue) submissions with their errors",
        description: """
          Sensitive fields are masked. JSON is divided into pages of at most 1,000 submissions, which \
          the header `Link` connects; other formats are whole files, unless `limit` is specified. \
          The access is recorded.
          """,
        right: .read, parameters: exportParameters,
        answers: [
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
        ],
        errors: [406])
    }

    private static let decided: [(status: Int, description: String, content: Content)] = [
      (200, "The decision.", [("application/json", .schemaReference("DecisionReport"))])
    ]

    private static let submissions = [
      OpenAPIOperation(
        method: .get, path: "/forms/{form}/submissions", summary: "Lists and finds submissions",
        right: .read,
        parameters: selection + page + [
          .query(
            "scope", "The submissions to select, by verdict and state.",
            .schema(
              "string",
              ["enum": .array(SubmissionScope.allCases.map { .string($0.rawValue) })])),
          Parameter(
            name: "where", location: .query,
            description: "Values that fields must have, such as `where[email]=ana@example.com`.",
            schema: .schema("object", ["additionalProperties": name]), isDeepObject: true),
        ],
        answers: [
          (
            200, "The submissions, without their cells.",
            [("application/json", .arraySchema(.schemaReference("ListedSubmission")))]
          )
        ]),
      OpenAPIOperation(
        method: .get, path: "/forms/{form}/submissions/{id}",
        summary: "The history of a submission: its cells, verdicts, corrections and decisions",
        right: .read, parameters: [raw],
        answers: [
          (200, "The history.", [("application/json", .schemaReference("History"))]),
          (304, "It has not changed since the response with this `ETag`.", []),
        ]),
      OpenAPIOperation(
        method: .post, path: "/forms/{form}/submissions/{id}/waive",
        summary: "Waives failures of a submission", right: .correct,
        body: [("application/json", .schemaReference("Decision"))], answers: decided),
      OpenAPIOperation(
        method: .post, path: "/forms/{form}/submissions/{id}/reopen",
        summary: "Reopens waived failures of a submission", right: .correct,
        body: [("application/json", .schemaReference("Decision"))], answers: decided),
    ]

    private static let imports = [
      OpenAPIOperation(
        method: .post, path: "/forms/{form}/imports", summary: "Imports a file", right: .submit,
        body: [("application/octet-stream", file)], answers: imported, errors: [409]),
      OpenAPIOperation(
        method: .post, path: "/forms/{form}/corrections",
        summary: "Imports a returned export as corrections", right: .correct,
        body: [("application/octet-stream", file)], answers: imported, errors: [409]),
      OpenAPIOperation(
        method: .get, path: "/forms/{form}/imports/{id}", summary: "The report of an import",
        right: .read,
        answers: [(200, "The report.", [("application/json", .schemaReference("ImportReport"))])]),
    ]

    private static let imported: [(status: Int, description: String, content: Content)] = [
      (
        200, "The report, or its progress as events. Nothing new was stored.",
        [
          ("application/json", .schemaReference("ImportReport")), ("text/event-stream", text),
        ]
      ),
      (201, "The report.", [("application/json", .schemaReference("ImportReport"))]),
      (
        422, "The report. The file is refused.",
        [("application/json", .schemaReference("ImportReport"))]
      ),
    ]

    private static let odataOptions: [Parameter] = [
      .query("$filter", "The condition that records must satisfy.", text),
      .query("$orderby", "The properties by which records are sorted.", text),
      .query("$select", "The properties to return.", text),
      .query(
        "$top", "The maximum number of records.", .schema("integer", ["minimum": .integer(0)])),
      .query(
        "$skip", "The number of records to skip.", .schema("integer", ["minimum": .integer(0)])),
      .query("$count", "Whether the number of records is returned.", flag), raw,
    ]

    private static let odata = [
      OpenAPIOperation(
        method: .get, path: "/odata", summary: "The service document of the OData feed",
        right: .read, parameters: [raw],
        answers: [(200, "The entity sets.", [("application/json", .schema("object"))])]),
      OpenAPIOperation(
        method: .get, path: "/odata/{form}",
        summary: "The valid records of a form with typed values (OData)",
        description:
          "`/odata/$metadata` describes the types, and `/odata/{form}(ID)` is one record.",
        right: .read, parameters: odataOptions,
        answers: [(200, "A page of records.", [("application/json", .schema("object"))])],
        errors: [406, 501]),
      OpenAPIOperation(
        method: .get, path: "/odata/{form}/$count", summary: "The number of valid records (OData)",
        right: .read, parameters: odataOptions.filter { $0.name == "$filter" },
        answers: [(200, "The number.", [("text/plain", text)])], errors: [501]),
    ]
  }
#endif
