#if Server
import HTTPTypes
import Hummingbird

/// The items of a header such as `Accept: text/csv, */*;q=0.5` (RFC 9110, 12.4.2), in order.
///
/// At most 50 items are read. Items with a malformed weight are ignored.
struct WeightedValues {
  struct Item {
    /// The value without parameters.
    let value: String
    /// From 0 (unacceptable) to 1.
    let weight: Double
  }

  private let items: [Item]

  init(_ header: String?) {
    items = HeaderValue.list(header ?? "").prefix(50).compactMap { value in
      if value.text.isEmpty { return nil }
      guard let weight = value["q"] else { return Item(value: value.text, weight: 1) }
      guard let number = Double(weight), (0...1).contains(number) else { return nil }
      return Item(value: value.text, weight: number)
    }
  }

  /// The acceptable values, the preferred ones first.
  var preferred: [String] {
    // The sort is stable: of equal weights, the first item is preferred.
    items.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }.map(\.value)
  }

  /// Returns the media type that the client prefers, or nil if it accepts none of them.
  ///
  /// The weight of a type is the weight of the most specific range that contains it (RFC 9110,
  /// 12.5.1). If types have equal weights, the order of their ranges decides, then their order in
  /// `mediaTypes`. Without items, every type is accepted.
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
