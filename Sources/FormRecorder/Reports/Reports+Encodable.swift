import FormRules

// Reports encode as the JSON that the command line prints, with the same stable keys.

extension SubmitReport: Encodable {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ImportReport: Encodable {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ReplayReport: Encodable {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension SubmissionHistory: Encodable {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension AuditReport: Encodable {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension AuditComparison: Encodable {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension VerificationReport: Encodable {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ComparisonReport: Encodable {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension BackupReport: Encodable {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension DiagnosisReport: Encodable {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension DiscardReport: Encodable {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension DecisionReport: Encodable {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension AppliedDefinition: Encodable {
  /// Encodes the definition with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ListedDefinition: Encodable {
  /// Encodes the definition with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ListedRun: Encodable {
  /// Encodes the run with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension ReportedError: Encodable {
  /// Encodes the error as in reports.
  public func encode(to encoder: any Encoder) throws {
    try json(withColumn: true).encode(to: encoder)
  }
}

extension StoreListing: Encodable {
  private enum CodingKeys: String, CodingKey { case forms, rules, imports, runs }

  /// Encodes the listing with stable keys.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(forms, forKey: .forms)
    try container.encode(ruleSets, forKey: .rules)
    try container.encode(imports, forKey: .imports)
    try container.encode(runs, forKey: .runs)
  }
}
