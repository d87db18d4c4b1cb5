package import FormRecorder
package import Foundation
import Testing

extension TemporaryStore {
  /// Imports a returned file.
  package func correct(
    _ text: String, encoding: String.Encoding = .utf8,
    _ change: (inout CorrectionRequest) -> Void = { _ in }
  ) throws -> ImportReport {
    let path = path("back.csv")
    try #require(text.data(using: encoding)).write(to: URL(fileURLWithPath: path))
    var request = CorrectionRequest(path: path)
    change(&request)
    return try recorder.importCorrections(request)
  }
}
