import FormRecorder
package import Testing

/// Expects an error of the recorder whose description contains a text.
package func expectError<Result>(
  _ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: () throws -> Result
) {
  let error = #expect(throws: RecorderError.self, sourceLocation: sourceLocation) {
    _ = try body()
  }
  #expect(error?.description.contains(text) == true, sourceLocation: sourceLocation)
}
