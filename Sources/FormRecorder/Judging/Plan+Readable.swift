import FormRules

extension Plan {
  /// Returns a stored plan, or nil if this program refuses its definitions. An earlier program may
  /// have stored them before a restriction was added, and they must not prevent replays and
  /// corrections under later versions.
  ///
  /// - Parameter read: Reads the plan.
  static func ifReadable(_ read: () throws -> Plan) throws(RecorderError) -> Plan? {
    do throws(RecorderError) {
      return try mappingErrors { try read() }
    } catch {
      guard case .definition = error.reason else { throw error }
      return nil
    }
  }
}
