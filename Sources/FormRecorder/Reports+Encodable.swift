import FormRules

extension SubmitReport: Encodable, EncodableAsJSON {}
extension ImportReport: Encodable, EncodableAsJSON {}
extension CorrectionCounts: Encodable, EncodableAsJSON {}
extension ProtectedChange: Encodable, EncodableAsJSON {}
extension DeliveryCounts: Encodable, EncodableAsJSON {}
extension RetractReport: Encodable, EncodableAsJSON {}
extension ReplayReport: Encodable, EncodableAsJSON {}
extension VerificationReport: Encodable, EncodableAsJSON {}
extension BackupReport: Encodable, EncodableAsJSON {}
extension UpgradeReport: Encodable, EncodableAsJSON {}
extension PurgeReport: Encodable, EncodableAsJSON {}
extension Restoration: Encodable, EncodableAsJSON {}
extension ReceiptComparison: Encodable, EncodableAsJSON {}
extension DiscardReport: Encodable, EncodableAsJSON {}
extension DecisionReport: Encodable, EncodableAsJSON {}
extension CommentReport: Encodable, EncodableAsJSON {}
extension AssignmentReport: Encodable, EncodableAsJSON {}
extension AppliedDefinition: Encodable, EncodableAsJSON {}
