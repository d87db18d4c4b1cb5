import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormNotifications

@Suite struct MailPageTests {
  /// `docs/mail.md` explains every key of the settings.
  @Test func keysAreDocumented() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent("docs/mail.md"), encoding: .utf8)
    let missing = DefinitionReader.mailKeys.filter { key in
      !page.contains("`\(key)`") && !page.contains("\(key):")
    }
    #expect(missing == [])
  }
}
