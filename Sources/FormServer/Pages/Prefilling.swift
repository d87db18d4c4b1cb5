#if Server
import FormRecorder
import FormRules

extension PublishedForm {
  /// The values in the address of the page, of fields that allow it; nil if there are none. Nothing
  /// is stored before the page is sent, and the values are judged like all others.
  ///
  /// - Parameters:
  ///   - query: The query of the address. Parts that are not percent-encoded UTF-8 are ignored.
  ///   - page: The parameters of the page, which have precedence over fields of the same name.
  func prefilled(from query: String, _ page: QueryParameters) -> FormEntries? {
    var texts: [String: [String]] = [:]
    let allowed = controls.filter(\.isPrefillable)
    if allowed.isEmpty { return nil }
    for (name, value) in query.utf8.formEncodedPairs {
      guard let name, let value, !value.isEmpty, !page.declares(name), !value.contains("\0")
      else { continue }
      texts[name, default: []].append(value.replacing("\r\n", with: "\n"))
    }
    let values = allowed.flatMap { control in
      let name = ControlName.control(of: control.field.name)
      return (texts[control.field.name] ?? []).map { (name: name, value: $0) }
    }
    return values.isEmpty ? nil : FormEntries(values, controls)
  }
}
#endif
