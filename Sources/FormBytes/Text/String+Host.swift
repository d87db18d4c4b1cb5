extension String {
  /// The host as it precedes a port: in brackets if it is an address of version 6.
  package var bracketedHost: String { contains(":") ? "[\(self)]" : self }
}
