import FormModels
import Foundation
import Testing

/// `localizedDescription` equals the description of an error.
@Suite struct LocalizedErrorTests {
  @Test func errorsHaveLocalizedDescriptions() {
    let error = DefinitionError("unknown rule 'emial'", .unknownRule("emial"), at: .none)
    let errors: [any Error & CustomStringConvertible] = [
      error, DefinitionErrors([error]), CustomPredicates.ArgumentError("takes no arguments"),
      RunParameterError.missingParameter(name: "limit", type: "integer"),
      ServiceError.invalidURL, FileRefusal.notFound, FileRefusal.outside, FileRefusal.unreadable,
    ]
    for error in errors {
      #expect((error as any Error).localizedDescription == error.description)
      #expect(!error.description.isEmpty)
    }
  }
}
