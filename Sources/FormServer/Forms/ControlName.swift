#if Server
/// The names of a form's controls.
///
/// A control has the name of its field. If the name begins with an underscore, the control's name
/// has a prefix, so that it is neither the name of one of the page's own controls nor a name that
/// browsers treat specially, such as `_charset_`.
enum ControlName {
  /// The prefix of all names that are not names of fields.
  private static let reserved = "_formrec."
  /// The prefix of the names of fields that begin with an underscore.
  static let fieldPrefix = reserved + "field."

  /// The control that contains the proof that the page was shown; see `PageTokens`.
  static let token = reserved + "token"
  /// The hidden control that only bots fill in.
  static let honeypot = reserved + "url"

  /// The controls that name the fields that the page has hidden, because their conditions did not
  /// hold.
  static let hidden = reserved + "hidden"

  /// The name of a field's control.
  static func control(of field: String) -> String {
    field.hasPrefix("_") ? fieldPrefix + field : field
  }

  /// The field of a control, or nil if the control belongs to the page.
  static func field(of control: String) -> String? {
    if control.hasPrefix(fieldPrefix) { return String(control.dropFirst(fieldPrefix.count)) }
    return control.hasPrefix(reserved) ? nil : control
  }
}
#endif
