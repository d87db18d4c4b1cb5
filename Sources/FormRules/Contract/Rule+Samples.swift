import FormBytes

extension Rule {
  /// The arguments of messages, with `example`, from the samples that the rule accepts; without it
  /// if the rule accepts none.
  var messageArguments: [MessageArgument] {
    let samples = samples
    if samples.isEmpty { return arguments }
    let run = RunState(
      RunState.Configuration(now: Instant(seconds: 0), hashKey: HashKey(0, 0)), parameters: [])
    let accepted = samples.compactMap { texts in texts.first { accepts($0, run) } }
    if accepted.isEmpty { return arguments }
    return arguments + [MessageArgument("example", alternatives: accepted)]
  }

  private func accepts(_ text: String, _ run: RunState) -> Bool {
    let bytes = Array(text.utf8)
    let record = RecordContext(
      bytes: bytes.span, cells: [Cell]().span, values: [Value]().span, run: run)
    return evaluate(.text, bytes.span, in: record) == .passes
  }
}
