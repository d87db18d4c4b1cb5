#if canImport(SwiftUI)
public import FormModels
public import SwiftUI

extension ObservableForm {
  /// A binding that edits a property.
  public func binding<Value>(
    _ path: any WritableKeyPath<Root, Value> & Sendable
  ) -> Binding<Value> {
    Binding { @MainActor in
      self.model[keyPath: path]
    } set: { @MainActor value in
      self.edit(path, to: value)
    }
  }
}

/// The message of a field's first error, if it has one.
public struct FieldMessage<Root: Sendable>: View {
  private let form: ObservableForm<Root>
  private let path: PartialKeyPath<Root>

  /// Creates a view of the errors of a property.
  public init(_ form: ObservableForm<Root>, _ path: PartialKeyPath<Root>) {
    self.form = form
    self.path = path
  }

  /// The message in red.
  public var body: some View {
    if let message = form.message(at: path) {
      Text(verbatim: message).font(.footnote).foregroundStyle(.red)
    }
  }
}
#endif
