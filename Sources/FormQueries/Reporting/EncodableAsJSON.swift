package import FormRules

/// A report that encodes as the JSON that the command line prints, with the same stable keys.
package protocol EncodableAsJSON: Encodable {
  var json: JSON { get }
}

extension EncodableAsJSON {
  /// Encodes the report with stable keys.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
