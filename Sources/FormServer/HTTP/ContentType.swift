#if Server
/// The media types of bodies.
enum ContentType {
  static let json = "application/json"
  static let problem = "application/problem+json"
  static let events = "text/event-stream"
  /// The media types of HTML forms. The second one is for forms with files.
  static let form = "application/x-www-form-urlencoded"
  static let multipartForm = "multipart/form-data"
}
#endif
