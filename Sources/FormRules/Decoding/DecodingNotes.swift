import Foundation

/// What decoding a document has found so far. Decoding continues after a fault with a value that
/// replaces the faulty one, so that it finds all faults up to a maximum; the model is then not
/// used.
package final class DecodingNotes {
  package private(set) var faults: [DecodingFault] = []
  /// The paths of the values that could not be decoded.
  package private(set) var absent = PathTree()
  /// Whether there are more faults than the maximum.
  package private(set) var isFull = false
  let options: DecodingOptions

  /// Thrown if there is no placeholder for a fault, which has been noted, or if there are too many
  /// faults.
  struct Aborted: Error {}

  package init(_ options: DecodingOptions) { self.options = options }

  /// Notes a fault, unless there is one for the same value or for one that contains it.
  func add(_ path: [PathElement], _ cause: DecodingFault.Cause) {
    if absent.covers(path) { return }
    if faults.count == options.maximumErrors {
      isFull = true
      return
    }
    let fault = DecodingFault(path: path, cause)
    faults.append(fault)
    if fault.leavesOutValue { absent.insert(path) }
  }

  /// Decodes the whole document.
  package func decode<T: Decodable>(_ type: T.Type, at node: DefinitionNode) throws -> T {
    try decode(type, at: node, [])
  }

  /// Decodes a value of any type.
  func decode<T: Decodable>(
    _ type: T.Type, at node: DefinitionNode?, _ path: [PathElement]
  ) throws -> T {
    if let type = type as? any DecodableText.Type, let value = text(type, at: node, path) as? T {
      return value
    }
    if isFull { throw Aborted() }
    let before = faults.count
    do {
      let decoder = NodeDecoder(node: node, path: path, notes: self)
      let value = try T(from: decoder)
      decoder.noteUnknownKeys()
      return value
    } catch is Aborted {
      throw Aborted()
    } catch {
      if faults.count == before { add(path, node?.isNull == false ? cause(of: type) : .missing) }
      if let placeholder = (type as? any CaseIterable.Type)?.first as? T { return placeholder }
      throw Aborted()
    }
  }

  private func cause(of type: any Decodable.Type) -> DecodingFault.Cause {
    guard let cases = (type as? any CaseIterable.Type)?.texts else { return .rejected }
    return cases.isEmpty ? .rejected : .notListed(cases)
  }

  /// Decodes a scalar of the standard library.
  func scalar<T: FormValue>(
    _ type: T.Type, at node: DefinitionNode?, _ path: [PathElement], orElse placeholder: T
  ) -> T {
    guard let node, !node.isNull else {
      add(path, .missing)
      return placeholder
    }
    let type = options.coerces || T.fieldType != .boolean() ? T.fieldType : .jsonBoolean
    guard case .scalar(let text, let isPlain) = node.content,
      options.coerces || isPlain != (type == .text)
    else {
      add(path, .type(type))
      return placeholder
    }
    if options.coerces || type != .jsonBoolean || type.literal(text) != nil,
      let value = T(formText: text)
    {
      return value
    }
    add(path, type.isNumber(text) ? .outOfRange(type) : .type(type))
    return placeholder
  }

  private func text<T: DecodableText>(
    _ type: T.Type, at node: DefinitionNode?, _ path: [PathElement]
  ) -> T {
    guard let node, !node.isNull else {
      add(path, .missing)
      return T.placeholder
    }
    if let text = node.scalar, let value = T(formText: text) { return value }
    add(path, T.fieldType == .text ? .rejected : .type(T.fieldType))
    return T.placeholder
  }
}

extension FieldType {
  /// The two words for Booleans in JSON.
  fileprivate static let jsonBoolean = FieldType.boolean(BooleanWords(yes: ["true"], no: ["false"]))

  /// Whether a text is a number of this type, perhaps outside the range of a Swift type.
  fileprivate func isNumber(_ text: String) -> Bool {
    do {
      _ = try read(Array(text.utf8).span)
      return isNumeric
    } catch {
      return error.code == name + ".outOfRange"
    }
  }
}

extension CaseIterable {
  fileprivate static var first: Self? { allCases.first }

  /// The raw values, if they are texts or numbers.
  fileprivate static var texts: [String] {
    allCases.compactMap { ($0 as? any RawRepresentable)?.text }
  }
}

extension RawRepresentable {
  fileprivate var text: String? { (rawValue as? any FormValue)?.formText }
}

/// A type that is decoded from its text instead of with its `init(from:)`.
protocol DecodableText: FormValue {
  /// A value that replaces one that cannot be decoded.
  static var placeholder: Self { get }
}

extension Date: DecodableText {
  static var placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
}
extension Data: DecodableText {
  static var placeholder: Data { Data() }
}
extension Decimal: DecodableText {
  static var placeholder: Decimal { Decimal() }
}
extension UUID: DecodableText {
  static var placeholder: UUID { UUID() }
}
extension URL: DecodableText {
  static var placeholder: URL { URL(filePath: "/") }
}
