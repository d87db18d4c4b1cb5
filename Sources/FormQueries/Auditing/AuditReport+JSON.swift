import FormRules

extension AuditReport: Encodable {
  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers(["rule": rule, "onlyOpen": isOnlyOpen, "records": records])
    try JSON.object(members(of: total)).encode(to: encoder)
    try encoder.encodeMembers([
      "unfinishedImports": unfinishedImports, "externalRuns": externalRuns, "byRule": byRule,
      "byField": byField, "byImport": byImport.map { json(of: $0) },
      "bySource": bySource.map { json(of: $0, "source") },
      "byBatch": byBatchLabel.map { json(of: $0, "batch") },
      "byDay": byDay.map { json(of: $0, "day") }, "byWeek": byWeek.map { json(of: $0, "week") },
      "byVersion": byVersion.map { json(of: $0) }, "byAssignee": byAssignee,
    ])
    if let pairs { try encoder.encodeMembers(["pairs": pairs]) }
    if let pairedRules { try encoder.encodeMembers(["pairedRules": pairedRules]) }
    if let trend { try encoder.encodeMembers(["trend": trend]) }
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

extension AuditReport.FailingRule: Encodable {
  /// The ratio of submissions that fail the rule, in ten-thousandths.
  package var basisPoints: Int { AuditReport.basisPoints(count, of: submissions) }

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "form": form, "rule": rule, "field": field, "severity": severity.rawValue, "count": count,
      "share": AuditReport.decimal(basisPoints), "description": description,
      "firstSeen": firstSeen, "lastSeen": lastSeen,
    ])
    if let samples { try encoder.encodeMembers(["samples": samples]) }
  }
}

extension AuditReport.FieldFailures: Encodable {
  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers(["form": form, "field": field, "count": count])
  }
}

extension AuditReport.Trend: Encodable {
  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "form": form, "rule": rule, "severity": severity.rawValue, "imports": imports,
    ])
  }
}

extension AuditReport.Trend.Step: Encodable {
  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "import": importID, "submissions": submissions, "count": count,
      "share": AuditReport.decimal(basisPoints),
    ])
  }
}
