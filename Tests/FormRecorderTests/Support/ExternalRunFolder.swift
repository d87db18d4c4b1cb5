import FormRules
import FormStore
import FormTestSupport
import Foundation

@testable import FormRecorder

/// The folder of an external run, with the rejected one of three records.
struct ExternalRunFolder {
  let folder: TemporaryFolder
  private let description: JSON
  private let limits: [Limit]

  static let record = """
    {"record":3,"line":4,"verdict":"rejected","errors":[{"rule":"id.range","field":"id","code":\
    "range.tooLarge","severity":"error","message":"x","column":1}],"cells":["300","z"]}

    """

  init(definitions: String) throws {
    folder = try TemporaryFolder()
    let check = try FileCheck(
      DefinitionSet(files: [definitions]), form: nil, rules: nil, now: Instant(seconds: 0))
    description = try check.description(columns: nil)
    limits = check.plan.ruleSet.limits
    try write(Self.record)
  }

  /// The file that the external run judged.
  static let file = "id,name\n1,a\n2,b\n300,z\n"

  /// Writes the single part and a matching manifest, except for the given changes.
  ///
  /// - Parameters:
  ///   - file: The path of the judged file. By default, a file that does not exist.
  ///   - altered: Texts of the manifest and their replacements.
  func write(
    _ part: String, digestOf stated: String? = nil, records: Int = 3, file: String? = nil,
    altered: [(String, String)] = []
  ) throws {
    try folder.write(part, to: "part.ndjson")
    func said(_ key: String) -> JSON {
      guard case .object(let members) = description else { return .null }
      return members.first { $0.key == key }?.value ?? .null
    }
    let sha256 = JSON.string(digest(stated ?? part))
    let counts = RunCounts(
      records: records, accepted: records - 1, rejected: 1, warned: 0, errors: 1)
    let manifest = JSON.object([
      "version": .integer(1), "program": .string("0.1.0"), "form": said("form"),
      "formDigest": said("formDigest"), "rules": said("rules"),
      "rulesDigest": said("rulesDigest"), "definitions": said("definitions"),
      "now": .string("2026-01-01T00:00:00Z"), "parameters": .object([:]), "scope": .string("file"),
      "startedAt": .string("2026-01-01T00:00:00Z"), "finishedAt": .string("2026-01-01T00:00:09Z"),
      "files": .array([
        .object([
          "name": .string(file ?? "/data/people.csv"), "size": .integer(20),
          "sha256": file == nil ? sha256 : .string(digest(Self.file)),
          "columns": .array([.string("id"), .string("name")]), "records": .integer(records),
          "accepted": .integer(records - 1), "rejected": .integer(1), "warned": .integer(0),
          "errors": .integer(1), "byRule": .object(["id.range": .integer(1)]),
          "limits": .array(limits.compactMap { $0.violation(counts, after: nil) }.map(JSON.string)),
          "parts": .array([
            .object([
              "name": .string("part.ndjson"), "sha256": sha256, "firstRecord": .integer(1),
              "records": .integer(3), "rejected": .integer(1),
            ])
          ]),
        ])
      ]),
    ])
    var text = manifest.text
    for (own, other) in altered {
      guard text.contains(own) else { throw CocoaError(.fileReadCorruptFile) }
      text = text.replacing(own, with: other)
    }
    try folder.write(text, to: "manifest.json")
  }

  private func digest(_ text: String) -> String {
    let digest = StreamDigest()
    digest.update(Array(text.utf8), from: 0)
    return digest.hexadecimal
  }
}
