#if Server
import FormRules
import HTTPTypes

extension FailureRoutes {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.get, "forms/:form/failures"),
      summary: "The open submissions with the kinds of their failures",
      responses: [(200, "Columns, kinds, and rows without cells.", json(.schema("object")))]),
    OpenAPIOperation(
      route: Route(.get, "forms/:form/failures/rows"),
      summary: "The cells and failures of submissions, and the fields that may be corrected",
      description: "Sensitive fields are masked. The access is recorded.",
      responses: [(200, "The submissions.", json(.arraySchema(.schema("object"))))]),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/failures/waive"),
      summary: "Waives the failures of a rule in several submissions",
      body: json(
        .bodySchema([
          "submissions": submissionNumbers, "rule": .schema("string"), "reason": .nonBlankSchema,
        ])), responses: [(200, "The decision.", json("DecisionReport"))]),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/failures/assign"),
      summary: "Assigns open submissions to an operator",
      description: "Without `to`, to nobody. The caller is recorded.",
      body: json(
        .bodySchema(
          ["submissions": submissionNumbers],
          optional: ["to": .schema("string"), "reason": .schema("string")])),
      responses: [(200, "The assignment.", json(.schema("object")))]),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/repairs"),
      summary: "Determines the effect of repairs of a column",
      description: """
        Nothing is stored. Without `repair`, the response has all repairs that close failures; \
        with it, also the new text of each cell. The access is recorded.
        """,
      body: json(.bodySchema(["edits": .schema("object")], optional: ["repair": .object([])])),
      responses: [(200, "The repairs.", json(.schema("object")))]),
    OpenAPIOperation(
      route: Route(.post, "forms/:form/repairs/keep"),
      summary: "Adds repairs to the definition of a source",
      description: "The body has `repairs` in the notation of the definition of a source.",
      body: json(.bodySchema(["repairs": .arraySchema(.schema("object"))])),
      responses: [(200, "The version of the source.", json(.arraySchema(.schema("object"))))]
    ),
  ]

  private static let submissionNumbers = JSON.arraySchema(.schema("integer"))
}
#endif
