package import FormRules

extension TableAnalysis {
  /// The profile as JSON, with stable keys.
  ///
  /// - Parameters:
  ///   - top: The maximum number of frequent values, and of shapes, per column.
  ///   - malformed: The malformed records by code.
  package func json(
    top: Int, malformed: [(code: String, count: Int, line: Int)]
  ) -> JSON {
    .object([
      "files": .array(files.map { .string($0) }), "records": .integer(records),
      "malformed": .array(
        malformed.map {
          .object([
            "code": .string($0.code), "count": .integer($0.count),
            "line": .integer(RecordLocation($0.line).line),
          ])
        }),
      "missingWords": .array(missingWords.map { .string($0) }),
      "dependenciesSearched": .bool(searchesDependencies),
      "columns": .array(columns.map { $0.json(top: top) }),
      "findings": .array(findings.map { $0.json(files: files) }),
    ])
  }
}

extension ColumnAnalysis {
  fileprivate func json(top: Int) -> JSON {
    var members: [JSON.Member] = [
      .init("column", .string(name)), .init("type", .string(type.type.name)),
      .init("format", .optional(type.type.formatPatterns.first)),
      .init("confidence", type.share.json),
      .init("records", .integer(records)), .init("missing", .integer(statistics.missing)),
      .init("empty", .integer(statistics.empty)), .init("blank", .integer(blank)),
      .init("missingWords", .array(missingWords.map { .string($0) })),
      .init("distinct", .integer(statistics.distinct)),
      .init("distinctIsExact", .bool(statistics.values.isExact)),
      .init("unique", .bool(isUnique)),
      .init(
        "shapes",
        .array(
          statistics.shapes.sorted.prefix(top).map {
            .object(["shape": .string($0.shape.description), "count": .integer($0.count)])
          })),
      .init(
        "length",
        statistics.texts.longest.scalars == 0
          ? .null
          : .object([
            "min": .integer(statistics.texts.shortest.scalars),
            "max": .integer(statistics.texts.longest.scalars),
            "mean": .number(statistics.meanLength.shortDescription),
          ])),
    ]
    if type.type.isNumeric, numbers.count > 0, !isMasked {
      members.append(.init("numbers", summary))
    }
    if !isMasked {
      members.append(
        .init(
          "top",
          .array(
            topValues(top).map {
              .object(["value": .string($0.text), "count": .integer($0.count)])
            })))
    }
    return .object(members)
  }

  private var summary: JSON {
    let numbers = self.numbers
    // The sums of extreme numbers are infinite, which is not JSON.
    func number(_ value: Double?) -> JSON {
      value.flatMap { $0.isFinite ? .number($0.shortDescription) : nil } ?? .null
    }
    func extreme(_ extreme: NumericSummary.Extreme?) -> JSON {
      extreme.map { .number($0.text) } ?? .null
    }
    return .object([
      "min": extreme(numbers.smallest.first), "max": extreme(numbers.largest.first),
      "mean": number(numbers.mean), "deviation": number(numbers.deviation),
      "q1": number(numbers.quantile(0.25)), "median": number(numbers.quantile(0.5)),
      "q3": number(numbers.quantile(0.75)), "zero": .integer(numbers.zero),
      "negative": .integer(numbers.negative),
    ])
  }

  /// The most frequent texts with their counts, or none if no text repeats. The counts are lower
  /// bounds if the column has too many distinct texts.
  package func topValues(_ count: Int) -> [(text: String, count: Int)] {
    guard !isMasked else { return [] }
    let table = statistics.values
    let isRepeated = table.entries.contains { $0.count > 1 }
    guard isRepeated else { return [] }
    return table.entries.sorted { ($1.count, $0.firstRecord) < ($0.count, $1.firstRecord) }
      .prefix(count).map { (table.text(of: $0), $0.count) }
  }
}

extension Finding {
  package func json(files: [String]) -> JSON {
    .object([
      "kind": .string(kind.rawValue), "confidence": .string(confidence.rawValue),
      "column": .optional(column), "message": .string(message), "count": .integer(count),
      "examples": .array(examples.map { $0.json(files: files) }), "yaml": .optional(yaml),
    ])
  }
}

extension Finding.Example {
  /// - Parameter files: The names of the files, which determine whether locations name one.
  func json(files: [String]) -> JSON {
    var members: [JSON.Member] = []
    if files.count > 1 { members.append(.init("file", .string(files[location.file]))) }
    members.append(.init("line", .integer(location.line)))
    if let text { members.append(.init("value", .string(text))) }
    if text != nil, let expected { members.append(.init("expected", .string(expected))) }
    return .object(members)
  }
}
