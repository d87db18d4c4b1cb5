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
  ///
  /// - Parameter form: A form whose page may also be in the languages of its texts. formrec's own
  ///   words are then in English.
  func preferred(by request: Request, alsoIn form: PublishedForm? = nil) -> Localization {
    for tag in WeightedValues(request.headers[.acceptLanguage]).preferred
    where Localization.isTag(tag) {
      let localization = localization(tag)
      if localization.isKnown { return localization }
      if let form, localization.tags.contains(where: form.languages.contains) {
        return localization
      }
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
