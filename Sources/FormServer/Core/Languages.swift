#if Server
import FormRules
import HTTPTypes
import Hummingbird
import Synchronization

/// The languages of responses.
final class Languages: Sendable {
  private let catalogues: [MessageCatalogue]
  private let fallback: Localization
  /// The localizations with catalogues, by the tags of earlier requests. All are removed when there
  /// are `maximumKnown`.
  private let known = Mutex<[String: Localization]>([:])

  private static let maximumKnown = 200

  init(_ configuration: ServerConfiguration) {
    catalogues = configuration.catalogues
    fallback = Localization(configuration.language, catalogues: configuration.catalogues)
  }

  /// The language that the client prefers among those with messages, or the server's default.
  ///
  /// - Parameter others: The languages of a form's texts, in lowercase. If one of them is chosen,
  ///   formrec's own words are in English.
  func preferred(by request: Request, alsoIn others: Set<String> = []) -> Localization {
    for tag in WeightedValues(request.headers[.acceptLanguage]).preferred
    where Localization.isTag(tag) {
      var localization = localization(tag)
      if localization.isKnown { return localization }
      if localization.tags.contains(where: others.contains) {
        localization.isNegotiated = true
        return localization
      }
    }
    return fallback
  }

  /// Whether the client prefers a language without messages to those with messages.
  func areOthersPreferred(by request: Request) -> Bool {
    let preferred = WeightedValues(request.headers[.acceptLanguage]).preferred
    return preferred.first(where: Localization.isTag).map { !localization($0).isKnown } ?? false
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

extension ServerCore {
  /// The language that the client prefers for messages about records of the form in the path: one
  /// with messages, or one of the texts of the form and its rule sets.
  ///
  /// - Throws: A problem if the rule sets cannot be read. A form that does not exist has none.
  func localization(
    for request: Request, _ context: ServerContext
  ) async throws(Problem) -> Localization {
    guard languages.areOthersPreferred(by: request), let form = context.formName else {
      return languages.preferred(by: request)
    }
    do {
      return languages.preferred(by: request, alsoIn: try await pages.forms.languages(of: form))
    } catch {
      throw Problem(any: error)
    }
  }
}
#endif
