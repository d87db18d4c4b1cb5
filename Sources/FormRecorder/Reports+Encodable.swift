import FormRules

extension SubmitReport: Encodable, EncodableAsJSON {}
extension ImportReport: Encodable, EncodableAsJSON {}
extension CorrectionCounts: Encodable, EncodableAsJSON {}
extension CorrectionPatch: Encodable, EncodableAsJSON {}
extension ProtectedChange: Encodable, EncodableAsJSON {}
extension DeliveryCounts: Encodable, EncodableAsJSON {}
extension RetractReport: Encodable, EncodableAsJSON {}
extension ReplayReport: Encodable, EncodableAsJSON {}
extension SubmissionHistory: Encodable, EncodableAsJSON {}
extension AuditReport: Encodable, EncodableAsJSON {}
extension AuditComparison: Encodable, EncodableAsJSON {}
extension LateDelivery: Encodable, EncodableAsJSON {}
extension VerificationReport: Encodable, EncodableAsJSON {}
extension ComparisonReport: Encodable, EncodableAsJSON {}
extension BackupReport: Encodable, EncodableAsJSON {}
extension DiagnosisReport: Encodable, EncodableAsJSON {}
extension UpgradeReport: Encodable, EncodableAsJSON {}
extension PurgeReport: Encodable, EncodableAsJSON {}
extension Restoration: Encodable, EncodableAsJSON {}
extension ReceiptComparison: Encodable, EncodableAsJSON {}
extension ProofReport: Encodable, EncodableAsJSON {}
extension DiscardReport: Encodable, EncodableAsJSON {}
extension DecisionReport: Encodable, EncodableAsJSON {}
extension CommentReport: Encodable, EncodableAsJSON {}
extension AssignmentReport: Encodable, EncodableAsJSON {}
extension AppliedDefinition: Encodable, EncodableAsJSON {}
extension ComparedDefinitions: Encodable, EncodableAsJSON {}
extension StoreListing: Encodable, EncodableAsJSON {}
extension ListedDefinition: Encodable, EncodableAsJSON {}
extension ListedRun: Encodable, EncodableAsJSON {}
extension ListedSubmission: Encodable, EncodableAsJSON {}
extension FoundSubmission: Encodable, EncodableAsJSON {}

extension ReportedError: Encodable {
  /// Encodes the error as in reports.
  public func encode(to encoder: any Encoder) throws {
    try json(withColumn: true).encode(to: encoder)
  }
}
