import Synchronization

/// An object that is created when it is first used.
package final class SharedObject: Sendable {
  private let object = Mutex<(any Sendable)?>(nil)

  /// Returns the object.
  ///
  /// - Parameter create: Creates the object, always with the same type.
  package func value<Object: Sendable>(_ create: () -> Object) -> Object {
    object.withLock { object in
      if let known = object as? Object { return known }
      let new = create()
      object = new
      return new
    }
  }
}
