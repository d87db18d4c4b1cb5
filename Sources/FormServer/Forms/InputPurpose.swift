#if Server
import FormRecorder
import FormRules

/// The personal data that browsers can fill in, as tokens of the attribute `autocomplete` (WCAG
/// 1.3.5).
enum InputPurpose {
  private static let byRule = [
    "email": "email", "phone": "tel", "paymentCard": "cc-number", "cardExpiry": "cc-exp",
    "postcode": "postal-code", "passwordStrength": "new-password",
  ]

  /// By name of the field, in lowercase and without separators.
  private static let byName = [
    "name": "name", "fullname": "name", "firstname": "given-name", "givenname": "given-name",
    "lastname": "family-name", "surname": "family-name", "familyname": "family-name",
    "email": "email", "phone": "tel", "telephone": "tel", "mobile": "tel",
    "organization": "organization", "organisation": "organization", "company": "organization",
    "street": "street-address", "address": "street-address", "city": "address-level2",
    "town": "address-level2", "postcode": "postal-code", "zip": "postal-code",
    "zipcode": "postal-code", "country": "country-name", "birthday": "bday", "birthdate": "bday",
    "dateofbirth": "bday", "username": "username", "password": "new-password",
    "website": "url", "homepage": "url", "jobtitle": "organization-title",
  ]

  /// The token for a field, if its rules or its name indicate one.
  static func token(of field: Field, _ rules: FieldRuleEntries) -> String? {
    switch field.type {
    case .text, .date: break
    case .integer, .decimal, .number, .boolean, .time, .datetime, .list, .file: return nil
    }
    let known = byRule.sorted { $0.key < $1.key }.first { rules.contains($0.key) }?.value
    return known ?? byName[field.name.lowercased().filter(\.isLetter)]
  }
}
#endif
