/// Every table there is. A family of rules is a file beside this one that adds a line here.
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
