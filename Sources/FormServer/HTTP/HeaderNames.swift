#if Server
import HTTPTypes

extension HTTPField.Name {
  static let idempotencyKey = Self("Idempotency-Key")!
  static let referrerPolicy = Self("Referrer-Policy")!
  static let forwardedFor = Self("X-Forwarded-For")!
  static let fetchSite = Self("Sec-Fetch-Site")!
  static let csrfToken = Self("X-CSRF-Token")!
}
#endif
