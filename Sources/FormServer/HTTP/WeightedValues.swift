#if Server
  import HTTPTypes
  import Hummingbird

  /// The items of a header such as `Accept: text/csv, */*;q=0.5` (RFC 9110, 12.4.2), in their order.
  ///
  /// At most 50 items are read. Items with a malformed weight are ignored.
  struct WeightedValues {
    struct Item {
      /// The value without parameters.
      let value: String
      /// From 0 (unacceptable) to 1.
      let weight: Double
    }

    private(set) var items: [Item] = []

    init(_ header: String?) {
      for text in (header ?? "").split(separator: ",").prefix(50) {
        let parts = text.filter { !$0.isWhitespace }.split(separator: ";")
        guard let value = parts.first else { continue }
        var weight = 1.0
        if let parameter = parts.dropFirst().first(where: { $0.lowercased().hasPrefix("q=") }) {
          guard let number = Double(parameter.dropFirst(2)), (0...1).contains(number) else {
            continue
          }
          weight = number
        }
        items.append(Item(value: String(value), weight: weight))
      }
    }

    /// The acceptable values, the preferred ones first.
    var preferred: [String] {
      // The sort is stable: of equal weights, the first item is preferred.
      items.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }.map(\.value)
    }

    /// Returns the media type that the client prefers, or nil if it accepts none of them.
    ///
    /// The weight of a type is that of the most specific range that contains it (RFC 9110, 12.5.1). Of
    /// types with equal weights, the one whose range comes first is returned, then the one that
    /// comes first in `mediaTypes`. Without items, every type is accepted.
    func mediaType(among mediaTypes: [String]) -> String? {
      if items.isEmpty { return mediaTypes.first }
      var best: (mediaType: String, weight: Double, position: Int)?
      for mediaType in mediaTypes {
        let group = "\(mediaType.prefix { $0 != "/" })/*"
        for range in [mediaType, group, "*/*"] {
          guard let position = items.firstIndex(where: { $0.value.lowercased() == range })
          else { continue }
          let weight = items[position].weight
          let isBetter = best.map { (weight, $0.position) > ($0.weight, position) } ?? (weight > 0)
          if isBetter { best = (mediaType, weight, position) }
          break
        }
      }
      return best?.mediaType
    }
  }

  extension Request {
    /// Returns the media type that the header `Accept` prefers, or nil if it accepts none of them.
    func preferredMediaType(among mediaTypes: [String]) -> String? {
      WeightedValues(headers[.accept]).mediaType(among: mediaTypes)
    }
  }
#endif
