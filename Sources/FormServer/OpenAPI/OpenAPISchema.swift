#if Server
import FormRecorder
import FormRules

/// The schemas that operations share, by name. Names of forms begin with a lowercase letter, so
/// they cannot collide with these.
enum OpenAPISchemas {
  private static let number = JSON.schema("integer", ["minimum": .integer(0)])
  private static let text = JSON.schema("string")

  static let all: [JSON.Member] = [
    .init("Problem", problem), .init("RejectedSubmission", rejected), .init("Error", error),
    .init("SubmitReport", submitReport), .init("Submission", submission),
    .init("ListedSubmission", listed), .init("History", history), .init("Decision", decision),
    .init("DecisionReport", decisionReport), .init("ImportReport", importReport),
    .init("Retraction", retraction), .init("RetractReport", retractReport),
    .init("Comment", comment), .init("CommentReport", commentReport),
  ]

  /// Problem details (RFC 9457).
  private static let problem = JSON.objectSchema([
    "type": text, "title": text, "status": number, "detail": text,
  ])

  private static let error = JSON.objectSchema([
    "rule": text, "field": .optionalSchema("string"), "code": text,
    "severity": .enumSchema(["error", "warning", "info"]),
    "message": text,
  ])

  private static let verdict = JSON.enumSchema(["accepted", "rejected"])

  private static let submitReport = JSON.objectSchema([
    "submission": number, "run": number, "form": text, "formVersion": number, "rules": text,
    "rulesVersion": number, "verdict": verdict,
    "errors": .arraySchema(.schemaReference("Error")), "alreadySubmitted": .schema("boolean"),
    "unknownFields": .arraySchema(text), "head": text,
  ])

  /// The response to a rejected submission: problem details. They have no report if the record
  /// cannot be stored.
  private static let rejected = JSON.object([
    "allOf": .array([
      .schemaReference("Problem"),
      .schema(
        "object",
        [
          "properties": .object([
            "submission": number, "errors": .arraySchema(.schemaReference("Error")),
          ])
        ]),
    ])
  ])

  private static let submission = JSON.objectSchema([
    "submission": number, "import": number, "record": number, "line": number, "verdict": verdict,
    "fields": .schema("object"), "errors": .arraySchema(.schemaReference("Error")),
  ])

  private static let listed = JSON.objectSchema([
    "submission": number, "form": text, "import": number, "record": number, "line": number,
    "verdict": verdict, "state": text, "rules": .arraySchema(text),
  ])

  private static let history = JSON.objectSchema([
    "submission": number, "form": text, "import": number, "state": text, "record": number,
    "line": number, "file": .optionalSchema("string"), "source": .optionalSchema("string"),
    "batch": .optionalSchema("string"), "by": .optionalSchema("string"),
    "reason": .optionalSchema("string"), "receivedAt": text, "fields": .schema("object"),
    "verdicts": .arraySchema(
      .objectSchema([
        "run": number, "kind": text, "at": text, "rules": text, "rulesVersion": number,
        "verdict": verdict, "errors": .arraySchema(.schemaReference("Error")),
      ])),
    "corrects": .optionalSchema("integer"), "correctedBy": .optionalSchema("integer"),
    "decisions": .arraySchema(.schema("object")), "assignments": .arraySchema(.schema("object")),
    "comments": .arraySchema(.schema("object")),
    "waived": .arraySchema(text),
  ])

  private static let retraction = JSON.bodySchema(
    ["reason": .nonBlankSchema],
    optional: [
      "withDependents": .schema("boolean"), "undo": .schema("boolean"),
      "dryRun": .schema("boolean"),
    ])

  private static let retractReport = JSON.objectSchema([
    "imports": .arraySchema(number), "submissions": number, "restored": .arraySchema(number),
    "open": number, "carried": number, "replaced": .arraySchema(number),
    "rejectedByKeys": .arraySchema(number),
    "head": .optionalSchema("string"),
  ])

  private static let decision = JSON.bodySchema(
    ["reason": .nonBlankSchema],
    optional: [
      "rule": .schema(
        "string",
        [
          "description": .string("The rule. If omitted, all failures that reject the submission.")
        ])
    ])

  private static let decisionReport = JSON.objectSchema([
    "decision": .optionalSchema("integer"), "submissions": number, "failures": number,
    "head": .optionalSchema("string"),
  ])

  private static let comment = JSON.bodySchema(
    [
      "text": .schema(
        "string",
        [
          "maxLength": .integer(Recorder.maximumComment),
          "pattern": .string(
            "^[^\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f]*\\S[^\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f]*$"),
        ])
    ],
    optional: [
      "rule": .schema(
        "string",
        ["description": .string("The rule of a failure. If omitted, the submission.")])
    ])

  private static let commentReport = JSON.objectSchema([
    "comment": number, "submission": number, "head": text,
  ])

  private static let importReport = JSON.objectSchema([
    "import": .optionalSchema("integer"), "run": .optionalSchema("integer"), "file": text,
    "form": text, "formVersion": .optionalSchema("integer"), "rules": text,
    "rulesVersion": .optionalSchema("integer"), "source": .optionalSchema("string"),
    "by": .optionalSchema("string"), "reason": .optionalSchema("string"), "sha256": text,
    "records": number, "accepted": number, "rejected": number, "warned": number,
    "errors": number, "byRule": .arraySchema(.schema("object")),
    "skipped": .arraySchema(.schema("object")), "alreadyImported": .schema("boolean"),
    "refused": .schema("boolean"), "limits": .arraySchema(text),
    "unknownColumns": .arraySchema(text), "missingFields": .arraySchema(text),
    "head": .optionalSchema("string"),
  ])
}
#endif
