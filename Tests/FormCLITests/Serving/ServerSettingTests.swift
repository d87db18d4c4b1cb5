#if Server
import ArgumentParser
import FormRecorder
import FormServer
import FormTestSupport
import Testing

@testable import FormCLI

/// The options of `formrec serve` set every property of the server's configuration.
@Suite struct ServerSettingTests {
  @Test func everySettingHasAnOption() throws {
    let folder = try TemporaryFolder()
    try folder.write("messages: xx\ncodes:\n  alpha.other: x\n", to: "xx.yaml")
    let recorder = Recorder(database: folder.path("forms.sqlite"))
    _ = try recorder.apply(DefinitionSet(yaml: "form: f\nfields: [{name: a, type: text}]\n"))
    let standard = ServerConfiguration()
    let limits = ServerLimit.all.flatMap {
      ["--limit", "\($0.name)=\($0.value(in: standard) + 1)"]
    }
    let command = try ServeCommand.parse(
      [
        "--host", "::1", "--port", "1", "--open", "f", "--behind-proxy", "--param", "a=1",
        "--language", "de", "--messages", folder.path("xx.yaml"), "--log", "text",
      ] + limits)
    let changed = Self.settings(try command.configuration(ServedDefinitions(recorder)))
    let equal = Self.settings(standard).filter { changed[$0.key] == $0.value }
    #expect(equal.keys.sorted() == [], "without an option")
  }

  private static func settings(_ configuration: ServerConfiguration) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: configuration).children.map {
        ($0.label ?? "", "\($0.value)")
      })
  }
}
#endif
