/// The reason and position of an error in JSON text.
@usableFromInline
package struct JSONError: Error, Equatable {
  package var code: FaultCode
  /// The offset in the scanner's input, or its end if the text is incomplete.
  package var position: Int

  package init(code: FaultCode, position: Int) {
    self.code = code
    self.position = position
  }
}
