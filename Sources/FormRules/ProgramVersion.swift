/// The version of formrec. Runs record it: what the same rules say of the same record may change from
/// one version to the next, when a rule is corrected.
public enum ProgramVersion {
  /// Semantic version (semver.org).
  public static let number = "0.1.0"
}
