import FormRecorder

/// A limit of a server by its name, for programs that read settings as text.
package struct ServerLimit: Sendable {
  /// What a limit counts.
  package enum Unit: String, Sendable {
    case bytes, seconds
    case number = ""
  }

  private typealias Path<Value> = any (WritableKeyPath<ServerConfiguration, Value> & Sendable)

  private enum Place: Sendable {
    case integer(Path<Int>)
    case decimal(Path<Double>)
  }

  /// The name of its property in `ServerConfiguration`.
  package let name: String
  package let unit: Unit
  /// The values that it can have.
  package let bounds: ClosedRange<Int>
  private let place: Place

  private init(
    _ name: String, _ path: Path<Int>,
    _ unit: Unit = .number, in bounds: ClosedRange<Int> = 1...Int(Int32.max)
  ) {
    (self.name, place, self.unit, self.bounds) = (name, .integer(path), unit, bounds)
  }

  private init(
    _ name: String, _ path: Path<Double>,
    from minimum: Int = 1
  ) {
    (self.name, place, unit) = (name, .decimal(path), .seconds)
    bounds = minimum...Int(Int32.max)
  }

  /// The value in a configuration, rounded away from zero; `Int.max` if it is not a number.
  package func value(in configuration: ServerConfiguration) -> Int {
    switch place {
    case .integer(let path): configuration[keyPath: path]
    case .decimal(let path):
      Int(exactly: configuration[keyPath: path].rounded(.awayFromZero)) ?? .max
    }
  }

  /// Sets the value in a configuration.
  package func set(_ value: Int, in configuration: inout ServerConfiguration) {
    switch place {
    case .integer(let path): configuration[keyPath: path] = value
    case .decimal(let path): configuration[keyPath: path] = Double(value)
    }
  }

  private static let orNone = 0...Int(Int32.max)
  private static let fileSize = 1...(1 << 50)

  /// All limits, in the order of `ServerConfiguration`.
  package static let all: [ServerLimit] = [
    .init("maximumBody", \.maximumBody, .bytes),
    .init("maximumRecords", \.maximumRecords),
    .init("recordsPerCommit", \.recordsPerCommit),
    .init("maximumFormValues", \.maximumFormValues),
    .init("maximumFormFileCount", \.maximumFormFileCount),
    .init("maximumFormFile", \.maximumFormFile, .bytes, in: fileSize),
    .init("maximumFormFiles", \.maximumFormFiles, .bytes, in: fileSize),
    .init("maximumUpload", \.maximumUpload, .bytes, in: fileSize),
    .init("maximumAnonymousUpload", \.maximumAnonymousUpload, .bytes, in: fileSize),
    .init("maximumHeaderField", \.maximumHeaderField, .bytes),
    .init("maximumHeaders", \.maximumHeaders, .bytes),
    .init("maximumHeaderCount", \.maximumHeaderCount),
    .init("maximumSmallBody", \.maximumSmallBody, .bytes),
    .init("maximumConnections", \.maximumConnections),
    .init("maximumConnectionsPerAddress", \.maximumConnectionsPerAddress),
    .init("maximumPending", \.maximumPending),
    .init("maximumFormUploads", \.maximumFormUploads),
    .init("maximumImports", \.maximumImports),
    .init("maximumDownloads", \.maximumDownloads),
    .init("maximumPendingReports", \.maximumPendingReports),
    .init("maximumPage", \.maximumPage),
    .init("maximumPart", \.maximumPart),
    .init("maximumFeedPageBytes", \.maximumFeedPageBytes, .bytes),
    .init("maximumSortedSkip", \.maximumSortedSkip, in: orNone),
    .init("maximumFound", \.maximumFound),
    .init("maximumLogEvents", \.maximumLogEvents),
    .init("maximumSessions", \.maximumSessions),
    .init("maximumDrafts", \.maximumDrafts, .bytes),
    .init("maximumClients", \.maximumClients),
    .init("maximumReports", \.maximumReports),
    .init("anonymousRequestsPerMinute", \.anonymousRequestsPerMinute),
    .init("anonymousRecordsPerMinute", \.anonymousRecordsPerMinute),
    .init("anonymousBytesPerMinute", \.anonymousBytesPerMinute, .bytes),
    .init("signInsPerMinute", \.signInsPerMinute),
    .init("validationsPerMinute", \.validationsPerMinute),
    .init("headerTimeout", \.headerTimeout, .seconds),
    .init("minimumBodySpeed", \.minimumBodySpeed, .bytes, in: orNone),
    .init("bodySpeedInterval", \.bodySpeedInterval, .seconds),
    .init("maximumRest", \.maximumRest, .seconds, in: orNone),
    .init("readingTimeout", \.readingTimeout),
    .init("waitingTimeout", \.waitingTimeout),
    .init("storingTimeout", \.storingTimeout),
    .init("anonymousStoringTimeout", \.anonymousStoringTimeout),
    .init("stoppingTimeout", \.stoppingTimeout),
    .init("downloadTimeout", \.downloadTimeout, .seconds),
    .init("sessionLifetime", \.sessionLifetime, .seconds),
    .init("pageLifetime", \.pageLifetime, .seconds),
    .init("draftLifetime", \.draftLifetime, .seconds),
    .init("minimumFormTime", \.minimumFormTime, .seconds, in: orNone),
    .init("changeDelay", \.changeDelay, from: 0),
  ]
}

extension ServerConfiguration {
  /// Checks the bounds of all limits.
  ///
  /// - Throws: An error with the reason `usage`, which names the first limit that is out of bounds.
  func requireLimits() throws(RecorderError) {
    for limit in ServerLimit.all {
      try require(limit.value(in: self), in: limit.bounds, limit.name)
    }
  }
}
