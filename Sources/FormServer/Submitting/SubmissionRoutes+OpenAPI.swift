#if Server
import FormInput
import FormRules
import HTTPTypes

extension SubmissionRoutes {
  static let operations: [OpenAPIOperation] = [
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
      body: json("Record") + [(ndjson, .schema("string"))], errors: [409], responses: submitted)
  ]

  private static let submitted: [OpenAPIOperation.Response] = [
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
}
#endif
