#if Server
  import FormRules
  import HTTPTypes
  import Hummingbird
  import Synchronization

  /// The languages of responses.
  final class Languages: Sendable {
    private let catalogues: [MessageCatalogue]
    private let fallback: Localization
    /// The localizations with catalogues that were used last, by tag.
    private let known = Mutex<[String: Localization]>([:])

    private static let maximumKnown = 200

    init(_ configuration: ServerConfiguration) {
      catalogues = configuration.catalogues
      fallback = Localization(configuration.language, catalogues: configuration.catalogues)
    }

    /// The language that the client prefers among those with messages, or the server's default.
    func preferred(by request: Request) -> Localization {
      let header = request.headers[.acceptLanguage] ?? ""
      let ranges = header.split(separator: ",").prefix(20).compactMap {
        range -> (tag: Substring, weight: Double)? in
        let parts = range.split(separator: ";", maxSplits: 1)
        guard let tag = parts.first.map({ $0.drop { $0 == " " } }), Localization.isTag(tag) else {
          return nil
        }
        let weight =
          parts.count == 2 ? parts[1].split(separator: "=").last.flatMap { Double($0) } : 1
        return (tag, weight ?? 1)
      }
      for range in ranges.sorted(by: { $0.weight > $1.weight }) where range.weight > 0 {
        let localization = localization(String(range.tag))
        if localization.isKnown { return localization }
      }
      return fallback
    }

    private func localization(_ tag: String) -> Localization {
      if catalogues.isEmpty { return Localization(tag) }
      return known.withLock { known in
        if let localization = known[tag] { return localization }
        if known.count >= Self.maximumKnown { known.removeAll() }
        let localization = Localization(tag, catalogues: catalogues)
        known[tag] = localization
        return localization
      }
    }
  }
#endif
