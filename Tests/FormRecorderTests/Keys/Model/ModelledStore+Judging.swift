/// Judges the records of one import in order.
struct ModelledJudge {
  let rules: ModelledStore.Rules
  /// Whether records are compared with earlier ones.
  var comparesRecords = true
  /// The names of other records from which corrections must differ.
  var otherNames: Set<String> = []
  private var names: Set<String> = []
  private var codes: Set<String> = []

  init(_ rules: ModelledStore.Rules) { self.rules = rules }

  /// The rules that a record fails.
  mutating func judge(
    _ content: ModelledStore.Content, isHeld: (String) -> Bool
  ) -> Set<String> {
    if content.isMalformed { return ["csv.tooFewFields"] }
    var failures: Set<String> = []
    if !content.id.isEmpty, Int(content.id) == nil { failures.insert("id.integer") }
    let age = Int(content.age)
    if !content.age.isEmpty, age == nil { failures.insert("age.integer") }
    if let age, age > rules.maximum { failures.insert("age.range") }
    let isInRange = age.map { $0 <= rules.maximum } == true
    var passesCode = false
    if !content.code.isEmpty, rules.variant != .needed || isInRange {
      let isRepeated = comparesRecords && !codes.insert(content.code).inserted
      passesCode = !isRepeated && !isHeld(content.code)
      if !passesCode { failures.insert("code.unique") }
    }
    if !content.name.isEmpty {
      if comparesRecords {
        let isNew = names.insert(content.name).inserted
        if !isNew || otherNames.contains(content.name) { failures.insert("name.unique") }
      }
      if rules.variant == .needing, passesCode, content.name.count > 2 {
        failures.insert("name.length")
      }
    }
    return failures
  }
}

extension ModelledStore {
  /// Judges a delivery that takes effect.
  func takeEffect(_ ids: [Int], _ rules: Rules, isSingle: Bool = false) {
    supersede(by: ids)
    var judge = ModelledJudge(rules)
    judge.comparesRecords = !isSingle
    for id in ids {
      let failures = judge.judge(submissions[id]!.content) { isHeld($0, except: Set(ids)) }
      submissions[id]!.failures = failures
      submissions[id]!.rules = rules
      if !isSingle { submissions[id]!.judged = step }
    }
  }

  /// Judges corrections of one import that take effect.
  func takeEffect(corrections ids: [Int]) {
    clock += 1
    var judge = ModelledJudge(rules)
    judge.otherNames = otherNames(ids)
    for id in ids {
      corrected.insert(submissions[id]!.corrects!)
      submissions[submissions[id]!.corrects!]!.replaced = clock
      submissions[id]!.effect = clock
      let failures = judge.judge(submissions[id]!.content) { isHeld($0, except: Set(ids)) }
      submissions[id]!.failures = failures
      submissions[id]!.rules = rules
      submissions[id]!.judged = step
    }
  }

  /// Whether a submission belongs to an import, or to the file of corrections that begins with it.
  private func isSelected(_ submission: Submission, by importID: Int) -> Bool {
    submission.importID == importID || files[submission.importID] == importID
  }

  /// The imports of a file that are in effect, and those of the corrections of its submissions.
  func dependents(ofFile file: Int) -> Set<Int> {
    var imports = Set(
      submissions.values.filter { $0.effect != nil && (files[$0.importID] ?? $0.importID) == file }
        .map(\.importID))
    while true {
      let more = submissions.values.filter { submission in
        submission.effect != nil
          && submission.corrects.map { imports.contains(submissions[$0]!.importID) } == true
      }.map(\.importID)
      guard !imports.isSuperset(of: more) else { return imports }
      imports.formUnion(more)
    }
  }

  /// Makes submissions those that never took effect.
  func retract(_ withdrawn: Set<Int>) {
    for id in withdrawn {
      submissions[id]!.effect = nil
      submissions[id]!.replaced = nil
      submissions[id]!.isSuperseded = false
      if let other = submissions[id]!.corrects { corrected.remove(other) }
    }
    for (id, submission) in submissions where submission.replaced != nil { setNextDelivery(id) }
  }

  /// Makes a submission superseded by the next delivery of its record, unless it is corrected.
  private func setNextDelivery(_ id: Int) {
    let submission = submissions[id]!
    guard let effect = submission.effect, !corrected.contains(id), !submission.isPurged else {
      return
    }
    let successors = submissions.values.filter { later in
      later.corrects == nil && later.effect != nil && later.effect! > effect
        && later.content.key == submission.content.key && submission.content.key != nil
    }.map { $0.effect! }
    submissions[id]!.replaced = successors.min()
    submissions[id]!.isSuperseded = !successors.isEmpty
  }

  /// Makes withdrawn submissions take effect again.
  ///
  /// - Returns: False if later corrections prevent that.
  func reinstate(_ effects: [Int: Int]) -> Bool {
    for (id, effect) in effects {
      let submission = submissions[id]!
      if let base = submission.corrects {
        let other = submissions[base]!
        if corrected.contains(base) || other.effect == nil && effects[base] == nil { return false }
        if other.isSuperseded, other.replaced! < effect { return false }
      } else if submission.content.key != nil {
        // The records that it superseded must not be corrected later.
        let isCorrected = submissions.contains { base, other in
          other.content.key == submission.content.key && other.effect != nil
            && other.effect! < effect && corrected.contains(base) && other.replaced! > effect
        }
        if isCorrected { return false }
      }
    }
    for (id, effect) in effects { submissions[id]!.effect = effect }
    for (id, effect) in effects {
      guard let base = submissions[id]!.corrects else { continue }
      corrected.insert(base)
      submissions[base]!.replaced = effect
    }
    let keys = Set(effects.keys.compactMap { submissions[$0]!.content.key })
    for id in ids where keys.contains(submissions[id]!.content.key ?? 0) { setNextDelivery(id) }
    return true
  }

  /// The names of the other records of the corrected import before some corrections were stored.
  private func otherNames(_ corrections: [Int]) -> Set<String> {
    let importID = submissions[root(of: corrections[0])]!.importID
    if singles.contains(importID) { return [] }
    let existing = ids.filter {
      $0 < corrections[0] && submissions[$0]!.effect != nil
        && root(of: $0) == root(of: $0, in: importID)
    }
    let replaced = Set((existing + corrections).compactMap { submissions[$0]!.corrects })
    return Set(
      existing.filter { id in
        let other = submissions[id]!
        return !replaced.contains(id) && !other.isPurged && !other.content.isMalformed
          && submissions[root(of: id)]!.importID == importID
      }.map { submissions[$0]!.content.name })
  }

  private func root(of id: Int, in importID: Int) -> Int? {
    let root = root(of: id)
    return submissions[root]!.importID == importID ? root : nil
  }

  /// The first submission of a chain of corrections.
  func root(of id: Int) -> Int { submissions[id]!.corrects.map { root(of: $0) } ?? id }

  /// A replay of some submissions.
  struct Replay {
    var rules: Rules
    var importID: Int?
    var onlyRejected = false
  }

  /// The submissions that a replay judges, with the rules that they fail.
  func outcome(of replay: Replay) -> [Int: Set<String>] {
    let all = ids.filter { submissions[$0]!.effect != nil && !submissions[$0]!.isPurged }
    let covered = Set(
      all.filter { id in
        let submission = submissions[id]!
        return replay.importID.map { isSelected(submission, by: $0) } != false
          && (!replay.onlyRejected || submission.isRejected)
      })
    // By equal rules, nothing changes, unless a retraction released keys. Even then, names keep
    // their results if a record with which they were compared may be purged.
    let isRepetition = covered.allSatisfy { submissions[$0]!.rules == replay.rules }
    if isRepetition,
      covered.allSatisfy({ id in lastRetraction.map { submissions[id]!.judged > $0 } != false })
    {
      return Dictionary(uniqueKeysWithValues: covered.map { ($0, submissions[$0]!.failures) })
    }
    let keepsNames = isRepetition && submissions.values.contains(where: \.isPurged)
    let ordered = all.filter { id in
      replay.importID.map { isSelected(submissions[id]!, by: $0) } != false
    }.sorted { (submissions[$0]!.effect!, $0) < (submissions[$1]!.effect!, $1) }
    var outcome: [Int: Set<String>] = [:]
    var judges: [Int: ModelledJudge] = [:]
    let isPart = replay.importID != nil || replay.onlyRejected
    for id in ordered {
      let submission = submissions[id]!
      var judge = judges[submission.delivery] ?? judge(replay.rules, for: id)
      var failures = judge.judge(submission.content) { code in
        guard covered.contains(id) else { return false }
        if isPart, isHeld(code, except: replay.onlyRejected ? [] : covered) { return true }
        return outcome.contains { other, failures in
          let other = submissions[other]!
          return failures.subtracting(["name.length"]).isEmpty && other.content.code == code
            && other.effect! < submission.effect!
            && other.replaced.map { $0 > submission.effect! } != false
        }
      }
      judges[submission.delivery] = judge
      if keepsNames { keepName(of: submission, in: &failures) }
      if covered.contains(id) { outcome[id] = failures }
    }
    return outcome
  }

  /// Keeps the result of `name.unique`, unless the record may no longer be rejected otherwise.
  private func keepName(of submission: Submission, in failures: inout Set<String>) {
    if submission.failures.contains("name.unique") {
      failures.insert("name.unique")
    } else if submission.errors != ["code.unique"] {
      failures.remove("name.unique")
    }
  }

  private func judge(_ rules: Rules, for id: Int) -> ModelledJudge {
    var judge = ModelledJudge(rules)
    let submission = submissions[id]!
    judge.comparesRecords = submission.delivery > 0
    if submission.corrects != nil {
      judge.otherNames = otherNames(ids.filter { submissions[$0]!.importID == submission.importID })
    }
    return judge
  }
}
