import FormModels
import Foundation
import Testing

/// What NGRValidator's README shows, with formrec.
@Suite struct NGRValidatorReadmeTests {
  @Test func aSingleValue() throws {
    let email = try ValueValidator("email", label: "E-mail address", .required, .email())
    let error = #expect(throws: ValidationErrors.self) { try email.validated("") }
    #expect(error?.localizedDescription == "E-mail address is required.")
    #expect(try email.validated("ana@example.com") == "ana@example.com")
  }

  struct UserAccount: Sendable {
    var email: String?
    var password: String?
    var newPassword: String?
    var repeatedNewPassword: String?

    static let validator = Result {
      try ModelValidator<UserAccount> {
        Property("email", \.email, .required, .email())
        Property("password", \.password, .required, .length(min: 5))
        Property(
          "newPassword", \.newPassword, .required.scenarios("changePassword"),
          .length(min: 5).scenarios("changePassword"),
          .notEquals(.field("password")).scenarios("changePassword"))
        Property(
          "repeatedNewPassword", \.repeatedNewPassword, .required.scenarios("changePassword"),
          .equals(.field("newPassword")).scenarios("changePassword"))
      }
    }

    func failures(_ scenario: String? = nil) throws -> [String] {
      try Self.validator.get().validate(self, scenario: scenario).errors.map(\.rule)
    }
  }

  @Test func scenarios() throws {
    let account = UserAccount(email: "ana@example.com", password: "12345")
    #expect(try account.failures("login").isEmpty)
    #expect(
      try account.failures("changePassword") == [
        "newPassword.required", "repeatedNewPassword.required",
      ])
    var changed = account
    changed.newPassword = "12345"
    changed.repeatedNewPassword = "12346"
    #expect(
      try changed.failures("changePassword") == [
        "newPassword.notEquals", "repeatedNewPassword.equals",
      ])
  }

  @Test func validationStopsAtTheFirstErrorOrContinues() throws {
    let validator = try UserAccount.validator.get()
    let account = UserAccount(email: "x", password: "1")
    #expect(validator.validate(account, scenario: "login").upTo(.first).errors.count == 1)
    #expect(validator.validate(account, scenario: "login").errors.count == 2)
  }

  struct CalendarEvent: Sendable {
    var title: String? = "Meeting"
    var creatorLastName: String? = "Lima"
    var creatorEmail: String? = "ana@example.com"
    var url: String?
    var startDate: Date? = Date(timeIntervalSince1970: 2_000_000_000)
    var endDate: Date? = Date(timeIntervalSince1970: 2_000_003_600)
    var termsOfUse = true
  }

  private func events() throws -> ModelValidator<CalendarEvent> {
    try ModelValidator {
      Property(
        "title", \.title, .required,
        .length(min: 5).message("{label} should have at least {min} signs"))
      Property(
        "creatorLastName", \.creatorLastName, .required,
        .length(min: 4, max: 30).message([
          "length.tooShort": "{label} should have at least {min} signs",
          "length.tooLong": "{label} should have at most {max} signs.",
        ]), .characters(.letter, mode: .only).message("{label} has to contain letters only.")
      ).label("Lastname")
      Property("creatorEmail", \.creatorEmail, .required, .email()).label("Email")
      Property("url", \.url, .url()).label("URL")
      Property(
        "startDate", \.startDate, .required,
        .after(.now, orEqual: true).message("{label} cannot be earlier than now."),
        .before(.field("endDate")).message("{label} cannot be later than its end.")
      ).label("Event start date")
      Property(
        "endDate", \.endDate, .required,
        .after(.field("startDate")).message("{label} cannot be earlier than its start.")
      ).label("Event end date")
      Property("termsOfUse", \.termsOfUse, .true().message("You have to accept terms of use."))
    }
  }

  @Test func aWholeModel() throws {
    let now = Instant(seconds: 1_900_000_000)
    #expect(try events().validate(CalendarEvent(), now: now).isValid)
    let wrong = CalendarEvent(
      title: "Meet", creatorLastName: "L1", creatorEmail: "ana", url: "nowhere",
      startDate: Date(timeIntervalSince1970: 1_000_000_000),
      endDate: Date(timeIntervalSince1970: 1_000_000_000), termsOfUse: false)
    let messages = try events().validate(wrong, now: now).errors.map(\.message)
    #expect(
      messages == [
        "title should have at least 5 signs", "Lastname should have at least 4 signs",
        "Lastname has to contain letters only.",
        "Email must be an email address, such as ana@example.com.",
        "URL must be a URL, such as https://www.example.com/.",
        "Event start date cannot be earlier than now.",
        "Event start date cannot be later than its end.",
        "Event end date cannot be earlier than its start.", "You have to accept terms of use.",
      ])
  }

  @Test func order() throws {
    let validator = try ModelValidator<UserAccount> {
      Property("email", \.email, .required).order(2)
      Property("password", \.password, .required).order(1)
    }
    #expect(
      validator.validate(UserAccount()).errors.map(\.rule) == [
        "password.required", "email.required",
      ])
  }
}
