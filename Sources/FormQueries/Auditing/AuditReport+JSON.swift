package import FormRules

extension AuditReport {
  /// The report as JSON with stable keys.
  package var json: JSON {
    var members: [JSON.Member] =
      [
        .init("rule", .optional(rule)), .init("onlyOpen", .bool(isOnlyOpen)),
        .init("records", records.map { .object(self.members(of: $0)) } ?? .null),
      ] + members(of: total) + [
        .init("unfinishedImports", .integer(unfinishedImports)),
        .init(
          "externalRuns",
          .object([
            "imports": .integer(externalRuns.imports), "records": .integer(externalRuns.records),
            "accepted": .integer(externalRuns.accepted),
          ])),
        .init("byRule", .array(byRule.map(\.json))),
        .init("byField", .array(byField.map(\.json))),
        .init("byImport", .array(byImport.map { json(of: $0) })),
        .init("bySource", .array(bySource.map { json(of: $0, "source") })),
        .init("byBatch", .array(byBatchLabel.map { json(of: $0, "batch") })),
        .init("byDay", .array(byDay.map { json(of: $0, "day") })),
        .init("byWeek", .array(byWeek.map { json(of: $0, "week") })),
        .init("byVersion", .array(byVersion.map { json(of: $0) })),
        .init("byAssignee", .array(byAssignee.map(\.json))),
      ]
    if let pairs { members.append(.init("pairs", .array(pairs.map(\.json)))) }
    if let pairedRules {
      members.append(
        .init(
          "pairedRules",
          .object([
            "counted": .integer(pairedRules.counted), "failing": .integer(pairedRules.failing),
          ])))
    }
    if let trend { members.append(.init("trend", .array(trend.map(\.json)))) }
    return .object(members)
  }

  func members(of records: Records) -> [JSON.Member] {
    [
      .init("delivered", .integer(records.delivered)), .init("valid", .integer(records.valid)),
      .init("open", .integer(records.open)), .init("waived", .integer(records.waived)),
      .init("purged", .integer(records.purged)), .init("corrected", .integer(records.corrected)),
      .init("superseded", .integer(records.superseded)),
      .init("discarded", .integer(records.discarded)),
      .init("retracted", .integer(records.retracted)),
      .init("unfinished", .integer(records.unfinished)),
    ]
  }

  /// The number of accepted submissions is null if only one rule is counted, because that rule
  /// alone does not determine acceptance.
  func members(of counts: Counts) -> [JSON.Member] {
    [
      .init("submissions", .integer(counts.submissions)),
      .init("accepted", rule == nil ? .integer(counts.accepted) : .null),
      .init("rejected", .integer(counts.rejected)), .init("open", .integer(counts.open)),
      .init("corrected", .integer(counts.corrected)),
      .init("superseded", .integer(counts.superseded)), .init("waived", .integer(counts.waived)),
      .init("purged", .integer(counts.purged)),
      .init("warned", .integer(counts.warned)), .init("errors", .integer(counts.errors)),
      .init("share", Self.decimal(counts.basisPoints)),
    ]
  }

  private func json(of item: ImportCounts) -> JSON {
    .object(
      [
        .init("import", .integer(item.importID)), .init("form", .string(item.form)),
        .init("file", .optional(item.fileName)), .init("source", .optional(item.source)),
        .init("batch", .optional(item.batchLabel)), .init("startedAt", .string(item.startedAt)),
      ] + members(of: item.counts) + [
        .init("rejectedOnDelivery", .optional(item.rejectedOnDelivery))
      ])
  }

  private func json(of item: VersionCounts) -> JSON {
    .object(
      [
        .init("form", .string(item.form)), .init("rules", .string(item.rules)),
        .init("version", .integer(item.version)),
      ] + members(of: item.counts))
  }

  private func json(of group: Group, _ key: String) -> JSON {
    .object(
      [.init(key, .optional(group.name))] + members(of: group.counts) + [
        .init("rejectedOnDelivery", .optional(group.rejectedOnDelivery))
      ]
        + (key == "day" || key == "week"
          ? [.init("newRules", .array(group.newRules.map(JSON.string)))] : []))
  }
}

extension AuditReport {
  /// A ratio in ten-thousandths.
  package static func basisPoints(_ part: Int, of whole: Int) -> Int {
    // In an altered store, a sum may have any value.
    let (product, isTooLarge) = part.multipliedReportingOverflow(by: 10_000)
    return whole == 0 ? 0 : isTooLarge ? 10_000 : (product + whole / 2) / whole
  }

  /// Ten-thousandths as a decimal number, such as `-0.0250`.
  static func decimal(_ share: Int) -> JSON {
    let digits = String(share.magnitude % 10_000)
    let decimals = String(repeating: "0", count: 4 - digits.count) + digits
    return .number("\(share < 0 ? "-" : "")\(share.magnitude / 10_000).\(decimals)")
  }
}

extension AuditReport.FailingRule {
  /// The ratio of submissions that fail the rule, in ten-thousandths.
  package var basisPoints: Int { AuditReport.basisPoints(count, of: submissions) }

  var json: JSON {
    var members: [JSON.Member] = [
      .init("form", .string(form)), .init("rule", .string(rule)), .init("field", .optional(field)),
      .init("severity", .string(severity.rawValue)), .init("count", .integer(count)),
      .init("share", AuditReport.decimal(basisPoints)), .init("description", .string(description)),
      .init("firstSeen", .string(firstSeen)), .init("lastSeen", .string(lastSeen)),
    ]
    if let samples { members.append(.init("samples", .array(samples.map { .integer($0) }))) }
    return .object(members)
  }
}

extension AuditReport.FieldFailures {
  var json: JSON {
    .object(["form": .string(form), "field": .optional(field), "count": .integer(count)])
  }
}

extension AuditReport.AssigneeCounts {
  var json: JSON {
    .object([
      "assignee": .string(assignee), "open": .integer(open), "errors": .integer(errors),
    ])
  }
}

extension AuditReport.Pair {
  var json: JSON {
    .object([
      "form": .string(form), "rule": .string(rule), "other": .string(other),
      "count": .integer(count),
    ])
  }
}

extension AuditReport.Trend {
  var json: JSON {
    .object([
      "form": .string(form), "rule": .string(rule), "severity": .string(severity.rawValue),
      "imports": .array(imports.map(\.json)),
    ])
  }
}

extension AuditReport.Trend.Step {
  var json: JSON {
    .object([
      "import": .integer(importID), "submissions": .integer(submissions), "count": .integer(count),
      "share": AuditReport.decimal(basisPoints),
    ])
  }
}
