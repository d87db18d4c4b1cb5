package import FormRules

extension AuditReport {
  /// The report as JSON, with stable keys.
  package var json: JSON {
    .object(
      [
        .init("rule", .optional(rule))
      ] + members(of: total) + [
        .init("unfinishedImports", .integer(unfinishedImports)),
        .init("byRule", .array(byRule.map(\.json))),
        .init("byField", .array(byField.map(\.json))),
        .init("byImport", .array(byImport.map { json(of: $0) })),
        .init("bySource", .array(bySource.map { json(of: $0, "source") })),
        .init("byBatch", .array(byBatch.map { json(of: $0, "batch") })),
        .init("byDay", .array(byDay.map { json(of: $0, "day") })),
      ])
  }

  /// Which submissions are accepted is another question than which fail one rule.
  private func members(of counts: Counts) -> [JSON.Member] {
    [
      .init("submissions", .integer(counts.submissions)),
      .init("accepted", rule == nil ? .integer(counts.accepted) : .null),
      .init("rejected", .integer(counts.rejected)), .init("open", .integer(counts.open)),
      .init("corrected", .integer(counts.corrected)), .init("waived", .integer(counts.waived)),
      .init("warned", .integer(counts.warned)), .init("errors", .integer(counts.errors)),
    ]
  }

  private func json(of item: ImportCounts) -> JSON {
    .object(
      [
        .init("import", .integer(item.importID)), .init("form", .string(item.form)),
        .init("file", .optional(item.fileName)), .init("source", .optional(item.source)),
        .init("batch", .optional(item.batch)), .init("startedAt", .string(item.startedAt)),
      ] + members(of: item.counts))
  }

  private func json(of group: Group, _ key: String) -> JSON {
    .object([.init(key, .optional(group.name))] + members(of: group.counts))
  }
}

extension AuditReport {
  /// A share in ten thousandths.
  package static func share(_ part: Int, of whole: Int) -> Int {
    whole == 0 ? 0 : (part * 10_000 + whole / 2) / whole
  }
}

extension AuditReport.RuleFailures {
  /// The share of submissions that fail it, in ten thousandths.
  package var share: Int { AuditReport.share(count, of: submissions) }

  var json: JSON {
    let digits = String(share % 10_000)
    let decimals = String(repeating: "0", count: 4 - digits.count) + digits
    return .object([
      "form": .string(form), "rule": .string(rule), "field": .optional(field),
      "severity": .string(severity.rawValue), "count": .integer(count),
      "share": .number("\(share / 10_000).\(decimals)"), "words": .string(words),
      "firstSeen": .string(firstSeen), "lastSeen": .string(lastSeen),
    ])
  }
}

extension AuditReport.FieldFailures {
  var json: JSON {
    .object(["form": .string(form), "field": .optional(field), "count": .integer(count)])
  }
}
