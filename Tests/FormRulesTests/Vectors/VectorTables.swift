/// All tables. Each family of rules has a file beside this one and a line here.
enum VectorTables {
  static let all: [VectorTable] =
    addresses
    + calendar
    + codes
    + contacts
    + emails
    + identifiers
    + notations
}
