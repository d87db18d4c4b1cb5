import FormRules

extension CorrectionPatch: Encodable, EncodableAsJSON {}
extension SubmissionHistory: Encodable, EncodableAsJSON {}
extension AuditReport: Encodable, EncodableAsJSON {}
extension AuditComparison: Encodable, EncodableAsJSON {}
extension LateDelivery: Encodable, EncodableAsJSON {}
extension ComparedDefinitions: Encodable, EncodableAsJSON {}
extension ComparisonReport: Encodable, EncodableAsJSON {}
extension DiagnosisReport: Encodable, EncodableAsJSON {}
extension Receipt: Encodable, EncodableAsJSON {}
extension StoreListing: Encodable, EncodableAsJSON {}
extension ListedDefinition: Encodable, EncodableAsJSON {}
extension ImportSummary: Encodable, EncodableAsJSON {}
extension RunSummary: Encodable, EncodableAsJSON {}
extension ListedSubmission: Encodable, EncodableAsJSON {}
extension FoundSubmission: Encodable, EncodableAsJSON {}

extension ReportedError: Encodable {
  /// Encodes the error as in reports.
  public func encode(to encoder: any Encoder) throws {
    try json(withColumn: true).encode(to: encoder)
  }
}
