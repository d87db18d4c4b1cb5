import FormTestSupport
import Testing

@testable import FormStore

/// The keys of a list by submission, compared with a dictionary.
@Suite struct KeyPagesTests {
  @Test(arguments: ["", "id.unique"]) func pagesKeepAppendedKeys(_ rule: String) throws {
    let wrong = try RandomRounds.run("pages", 3) { random, show in
      try KeyDatabase.with { db in
        let pages = try KeyPages(KeyList.make(db, formID: KeyDatabase.form, rule: rule))
        var model: [Int64: SubmissionKey] = [:]
        var next: Int64 = 1
        for _ in 0..<12 {
          next += .random(in: 0...1_500, using: &random)
          var keys: [SubmissionKey] = []
          for _ in 0..<Int.random(in: 1...900, using: &random) {
            if Int.random(in: 0..<4, using: &random) > 0 {
              keys.append(
                SubmissionKey(
                  submission: next, hash: RandomKeys.hash(true, &random),
                  content: rule.isEmpty ? .random(in: 0...(.max), using: &random) : 0))
            }
            next += 1
          }
          try pages.append(db, keys)
          for key in keys { model[key.submission] = key }
          let first = Int64.random(in: 1...next, using: &random)
          let ids = [first...first, first + 2...first + .random(in: 2...2_000, using: &random)]
          let removed = model.values.filter { key in ids.contains { $0.contains(key.submission) } }
          guard try pages.remove(db, ids).count == removed.count else { return "other removals" }
          for key in removed { model[key.submission] = nil }
        }
        show("\(model.count) keys")
        var found: [SubmissionKey] = []
        try pages.forEach(db, [1...next / 2, next / 2 + 1...next + 5_000]) { found.append($0) }
        let wanted = model.values.sorted { $0.submission < $1.submission }
        guard found == wanted, try pages.count(db) == wanted.count else { return "other keys" }
        var sorted: [KeyEntry] = []
        try pages.forEachSortedBatch(db, [1...next]) { sorted += $0 }
        guard sorted == wanted.map(\.entry).sorted() else { return "not sorted" }
        for id in (1...next).shuffled(using: &random).prefix(50) {
          guard try pages.key(db, of: id) == model[id] else { return "submission \(id)" }
        }
        return nil
      }
    }
    #expect(wrong == nil)
  }
}
