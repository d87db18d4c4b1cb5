#if Server
/// What clients have sent and what is pending, each with its limit.
struct RequestLimits: Sendable {
  let anonymousRequests: RateLimit
  let anonymousRecords: RateLimit
  let anonymousBytes: RateLimit
  /// Attempts to sign in, and to open links that are not known.
  let signIns: RateLimit
  let validations: RateLimit
  /// Submissions and other changes that wait for a commit.
  let submissions: PendingLimit
  /// Forms with files that are received at the same time.
  let formUploads: PendingLimit
  /// Files that are received or imported at the same time.
  let imports: PendingLimit
  /// Files that are downloaded, failures and repairs that are listed, and reports of imports and
  /// metadata of OData that are read, at the same time.
  let downloads: PendingLimit

  init(_ configuration: ServerConfiguration, _ clock: ServerClock) {
    func rate(_ perMinute: Int, of unit: String = "requests") -> RateLimit {
      RateLimit(
        perMinute: perMinute, of: unit, maximumClients: configuration.maximumClients, clock)
    }
    anonymousRequests = rate(configuration.anonymousRequestsPerMinute)
    anonymousRecords = rate(configuration.anonymousRecordsPerMinute, of: "records")
    anonymousBytes = rate(configuration.anonymousBytesPerMinute, of: "bytes")
    signIns = rate(configuration.signInsPerMinute)
    validations = rate(configuration.validationsPerMinute)
    submissions = PendingLimit(configuration.maximumPending)
    formUploads = PendingLimit(configuration.maximumFormUploads, of: "forms")
    imports = PendingLimit(configuration.maximumImports, of: "files")
    downloads = PendingLimit(configuration.maximumDownloads, of: "downloads")
  }
}
#endif
