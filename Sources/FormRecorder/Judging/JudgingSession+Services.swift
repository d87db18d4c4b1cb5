import FormInput
import FormRules
import FormStore

/// The answers of services.
extension JudgingSession {
  /// The answers for the records that were judged last, by their positions in the input's records.
  var answers: [PreparedBatch.Answer] {
    (services?.answers ?? []).map { answer in
      PreparedBatch.Answer(
        record: judgedRecords[Int(answer.record)], rule: answer.rule, key: answer.key,
        outcome: answer.outcome)
    }.sorted { $0.order < $1.order }
  }

  /// Supplies recorded answers for the records that were read last.
  func supply(_ answers: [PreparedBatch.Answer]) {
    services?.recorded = [:]
    guard let services, !answers.isEmpty else { return }
    let positions = Dictionary(judgedRecords.enumerated().map { ($1, $0) }) { $1 }
    for answer in answers {
      guard let position = positions[answer.record] else { continue }
      services.recorded[position, default: [:]][answer.key] = answer.outcome
    }
  }
}
