import FormRecorder
import FormRules
import FormTestSupport

/// A store after random operations, and its expected state, which is computed from the operations
/// alone.
final class StateSequence {
  let store: TemporaryStore
  var history: [String] = []

  /// The content of a delivered record.
  struct Content {
    var id: String
    var name: String
    var age: String
    var isMalformed = false

    var line: String { isMalformed ? "\(id),\(name)" : "\(id),\(name),\(age)" }

    func failures(_ maximum: Int) -> Set<String> {
      if isMalformed { return ["csv.tooFewFields"] }
      var failures: Set<String> = []
      if name.utf8.count > 5 { failures.insert("name.length") }
      if !age.isEmpty {
        guard let age = Int(age) else { return failures.union(["age.integer"]) }
        if age > maximum { failures.insert("age.range") }
      }
      return failures
    }
  }

  struct Submission {
    var content: Content
    /// The number of the import. Each single submission has its own negative number.
    var delivery: Int
    var failures: Set<String>
    var corrects: Int?
    var waived: Set<String> = []
    /// The step in which the submission was purged.
    var purged: Int?
    var isRejected: Bool { !failures.isEmpty }
  }

  /// The submissions by number, starting with 1.
  var submissions: [Int: Submission] = [:]
  /// The steps in which deliveries were finished. Missing deliveries are unfinished or discarded.
  var finished: [Int: Int] = [:]
  var discarded: Set<Int> = []
  /// The interrupted import, its rules and its request.
  var unfinished: (delivery: Int, contents: [Content], maximum: Int, ImportRequest)?
  var step = 0
  var imports = 0
  var maximum = 60

  init() throws {
    store = try TemporaryStore(Self.definitions(60))
  }

  static func definitions(_ maximum: Int) -> String {
    """
    form: people
    key: [id]
    fields:
      - {name: id, type: integer}
      - {name: name, type: text}
      - {name: age, type: integer}
    ---
    rules: people
    form: people
    fields:
      name: [{length: {max: 5}}]
      age: [{range: {max: \(maximum)}}]
    """
  }

  func content(_ random: inout SeededGenerator) -> Content {
    let ids = (1...8).map(String.init) + [""]
    return Content(
      id: ids.randomElement(using: &random) ?? "",
      name: ["Ana", "Bo", "Barbara"].randomElement(using: &random) ?? "",
      age: ["", "30", "50", "70", "x"].randomElement(using: &random) ?? "",
      isMalformed: Int.random(in: 0..<12, using: &random) == 0)
  }

  func write(_ contents: [Content], _ name: String) throws -> ImportRequest {
    let lines = ["id,name,age"] + contents.map(\.line)
    try store.write(lines.joined(separator: "\n") + "\n", to: name)
    return ImportRequest(path: store.path(name))
  }

  func finish(_ delivery: Int, _ contents: [Content], _ maximum: Int) throws {
    finished[delivery] = step
    try add(delivery, contents, maximum)
  }

  /// Adds the submissions of an import that are not yet known.
  func add(_ delivery: Int, _ contents: [Content], _ maximum: Int) throws {
    for row in try store.rows(
      """
      SELECT first_submission, last_submission, first_record FROM span WHERE import = \(delivery)
      """)
    {
      let numbers = row.split(separator: "|").compactMap { Int($0) }
      for id in numbers[0]...numbers[1] where submissions[id] == nil {
        let content = contents[numbers[2] + id - numbers[0] - 1]
        submissions[id] = Submission(
          content: content, delivery: delivery, failures: content.failures(maximum))
      }
    }
  }
}
