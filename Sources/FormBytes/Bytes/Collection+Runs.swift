extension Collection where Element: Equatable {
  /// The collection in parts, each of which consists of one repeated element.
  package var runs: [SubSequence] {
    var runs: [SubSequence] = []
    var rest = self[...]
    while let element = rest.first {
      runs.append(rest.prefix { $0 == element })
      rest = rest.drop { $0 == element }
    }
    return runs
  }
}
