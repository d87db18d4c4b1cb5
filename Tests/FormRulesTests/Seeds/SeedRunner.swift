import Testing

@testable import FormRules

/// Judges the seeds and counts the results.
struct SeedRunner {
  /// The results for a library.
  struct Report {
    /// The numbers of all seeds outside of loops, and of those that agree.
    var vectors = 0
    var agreed = 0
    /// The same numbers for seeds from loops.
    var loopVectors = 0
    var loopAgreed = 0
    /// The number of differences, by reason.
    var deviations: [String: Int] = [:]
    /// Descriptions of the differences without a listed reason.
    var unexplained: [String] = []

    var percent: Double { vectors == 0 ? 100 : 100 * Double(agreed) / Double(vectors) }
  }

  /// The results by library.
  static func run() throws -> [SeedSystem: Report] {
    try #require(SeedPredicates.areRegistered)
    var reports: [SeedSystem: Report] = [:]
    for seed in try Seed.all() {
      var report = reports[seed.system] ?? Report()
      let difference = self.difference(seed, try SeedJudge.outcome(seed))
      if seed.isOfLoop {
        report.loopVectors += 1
        if difference == nil { report.loopAgreed += 1 }
      } else {
        report.vectors += 1
        if difference == nil { report.agreed += 1 }
      }
      if let difference {
        let known = SeedDeviation.all.first { $0.system == seed.system && $0.covers(seed) }
        if let known {
          report.deviations[known.reason, default: 0] += 1
        } else {
          report.unexplained.append("\(seed.id) \(seed.rule): \(difference)")
        }
      }
      reports[seed.system] = report
    }
    return reports
  }

  /// A description of the difference from the expected outcome, or nil.
  private static func difference(_ seed: Seed, _ outcome: SeedOutcome) -> String? {
    if outcome.isAccepted != seed.isAccepted {
      return outcome.isAccepted
        ? "accepted" : "rejected: \(outcome.refusal ?? "\(outcome.errors)")"
    }
    if let result = seed.result?.object, result.keys.contains("type"),
      result["type"]?.text != outcome.cardType
    {
      return "card type \(outcome.cardType ?? "none")"
    }
    if let types = seed.result?.object?["types"]?.list,
      types.compactMap(\.text) != [outcome.cardType]
    {
      return "card type \(outcome.cardType ?? "none")"
    }
    if let text = outcome.text, text != seed.result?.object?["text"]?.text ?? seed.result?.text {
      return "text \(text)"
    }
    return seed.isAccepted ? nil : differenceOfErrors(seed, outcome)
  }

  /// The library's names for an error of the type.
  private static let wrongType = ["invalidType", "NGRErrorUnexpectedClass", "exception"]

  private static func differenceOfErrors(_ seed: Seed, _ outcome: SeedOutcome) -> String? {
    let names = seed.errors ?? []
    if outcome.isOfWrongType {
      return names.count == 1 && wrongType.contains(names[0])
        ? nil : outcome.refusal ?? "wrong type"
    }
    if let count = seed.errorCount, count != outcome.errors.count {
      return "\(outcome.errors.count) errors"
    }
    // Only messages that a test defines are compared.
    let messages = outcome.errors.map { $0[2] }
    if let prefix = seed.messagePrefix, !messages.contains(where: { $0.hasPrefix(prefix) }) {
      return "messages \(messages)"
    }
    let isCustom = names == ["CustomError"] || names == ["custom"] || seed.params["messages"] != nil
    if isCustom, let message = seed.message, !message.hasSuffix("is too long.") {
      return messages == [message] ? nil : "messages \(messages)"
    }
    // `any` reports one error for all alternatives.
    if names.isEmpty || seed.rule == "satisfyAny" { return nil }
    let agree =
      names.count == outcome.errors.count
      && zip(names, outcome.errors).allSatisfy { name, ours in
        ours.contains { $0.lowercased() == alias(name).lowercased() }
      }
    return agree ? nil : "errors \(outcome.errors)"
  }

  /// The keys of messages in 0.2.1 with their names in 2.0.
  private static func alias(_ name: String) -> String {
    guard name.hasPrefix("msgWrongSyntax(NGRSyntax") else { return name }
    return "MSGNot" + name.dropFirst("msgWrongSyntax(NGRSyntax".count).dropLast()
  }
}
