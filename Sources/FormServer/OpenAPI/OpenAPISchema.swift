#if Server
import FormRecorder
import FormRules

/// The schemas that operations share, by name. Names of forms begin with a lowercase letter, so
/// they cannot collide with these.
enum OpenAPISchemas {
  private static let number = JSON.schema("integer", ["minimum": .integer(0)])
  private static let text = JSON.schema("string")
  private static let flag = JSON.schema("boolean")
  private static let optionalNumber = JSON.optionalSchema("integer")
  private static let optionalText = JSON.optionalSchema("string")
  private static let numbers = JSON.arraySchema(number)
  private static let texts = JSON.arraySchema(text)
  private static let objects = JSON.arraySchema(.schema("object"))
  private static let errors = JSON.arraySchema(.schemaReference("Error"))

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
    "rule": text, "field": optionalText, "code": text,
    "severity": .enumSchema(["error", "warning", "info"]), "message": text,
  ])

  private static let verdict = JSON.enumSchema(["accepted", "rejected"])

  private static let submitReport = JSON.objectSchema([
    "submission": number, "run": number, "form": text, "formVersion": number, "rules": text,
    "rulesVersion": number, "verdict": verdict, "errors": errors, "alreadySubmitted": flag,
    "unknownFields": texts, "head": text,
  ])

  /// The response to a rejected submission: problem details. They have no report if the record
  /// cannot be stored.
  private static let rejected = JSON.object([
    "allOf": .array([
      .schemaReference("Problem"),
      .schema("object", ["properties": .object(["submission": number, "errors": errors])]),
    ])
  ])

  private static let submission = JSON.objectSchema([
    "submission": number, "import": number, "record": number, "line": number, "verdict": verdict,
    "fields": .schema("object"), "errors": errors,
  ])

  private static let listed = JSON.objectSchema([
    "submission": number, "form": text, "import": number, "record": number, "line": number,
    "verdict": verdict, "state": text, "rules": texts,
  ])

  private static let history = JSON.objectSchema([
    "submission": number, "form": text, "import": number, "state": text, "record": number,
    "line": number, "file": optionalText, "source": optionalText, "batch": optionalText,
    "by": optionalText, "reason": optionalText, "receivedAt": text, "fields": .schema("object"),
    "verdicts": .arraySchema(
      .objectSchema([
        "run": number, "kind": text, "at": text, "rules": text, "rulesVersion": number,
        "verdict": verdict, "errors": errors,
      ])),
    "corrects": optionalNumber, "correctedBy": optionalNumber, "decisions": objects,
    "assignments": objects, "comments": objects, "waived": texts,
  ])

  private static let retraction = JSON.bodySchema(
    ["reason": .nonBlankSchema],
    optional: ["withDependents": flag, "undo": flag, "dryRun": flag])

  private static let retractReport = JSON.objectSchema([
    "imports": numbers, "submissions": number, "restored": numbers, "open": number,
    "carried": number, "replaced": numbers, "rejectedByKeys": numbers, "head": optionalText,
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
    "decision": optionalNumber, "submissions": number, "failures": number, "head": optionalText,
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
    "import": optionalNumber, "run": optionalNumber, "file": text, "form": text,
    "formVersion": optionalNumber, "rules": text, "rulesVersion": optionalNumber,
    "source": optionalText, "by": optionalText, "reason": optionalText, "sha256": text,
    "records": number, "accepted": number, "rejected": number, "warned": number, "errors": number,
    "byRule": objects, "skipped": objects, "alreadyImported": flag, "refused": flag,
    "limits": texts, "unknownColumns": texts, "missingFields": texts, "head": optionalText,
  ])
}
#endif
