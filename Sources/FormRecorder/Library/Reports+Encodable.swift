import FormRules

// What reports are to an encoder: the JSON that the command line prints, with the same stable keys.

extension SubmitReport: Encodable {
  /// As `submit --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ImportReport: Encodable {
  /// As `import --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ReplayReport: Encodable {
  /// As `replay --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension SubmissionHistory: Encodable {
  /// As `history --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension AuditReport: Encodable {
  /// As `audit --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension AuditComparison: Encodable {
  /// As `audit --compare --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension VerificationReport: Encodable {
  /// As `verify --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ComparisonReport: Encodable {
  /// As `verify --compare --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension BackupReport: Encodable {
  /// As `backup --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension DiagnosisReport: Encodable {
  /// As `doctor --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension DiscardReport: Encodable {
  /// As `discard --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension DecisionReport: Encodable {
  /// As `waive --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension AppliedDefinition: Encodable {
  /// As `apply --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ListedDefinition: Encodable {
  /// As `list --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ListedRun: Encodable {
  /// As `list --format json` prints it.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ReportedError: Encodable {
  /// As reports have it.
  public func encode(to encoder: any Encoder) throws {
    try json(withColumn: true).encode(to: encoder)
  }
}

extension StoreListing: Encodable {
  private enum CodingKeys: String, CodingKey { case forms, rules, imports, runs }

  /// As `list --format json` prints it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(forms, forKey: .forms)
    try container.encode(ruleSets, forKey: .rules)
    try container.encode(imports, forKey: .imports)
    try container.encode(runs, forKey: .runs)
  }
}
