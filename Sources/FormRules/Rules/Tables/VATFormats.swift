/// How the numbers of a country are written under which VAT or a tax like it is paid, behind the
/// country's prefix.
struct VATFormat: Sendable {
  /// The code of the country in ISO 3166, or XI for Northern Ireland.
  let country: String
  /// What stands before a number: the country's code but for Greece (EL) and Switzerland (CHE).
  let prefix: [UInt8]
  /// `#` is a digit, `@` a letter, `*` either, `?` a letter, plus sign or asterisk; anything else
  /// stands for itself.
  let patterns: [[UInt8]]

  private init(_ country: String, prefix: String? = nil, _ patterns: String...) {
    self.country = country
    self.prefix = Array((prefix ?? country).utf8)
    self.patterns = patterns.map { Array($0.utf8) }
  }

  /// The structures that the European Commission lists for VIES (VAT identification numbers, FAQ,
  /// question 11), those of the United Kingdom (HMRC, VATREC5020), Switzerland (eCH-0097) and
  /// Norway (Brønnøysundregistrene).
  static let european: [VATFormat] = [
    VATFormat("AT", "U########"),
    VATFormat("BE", "##########"),
    VATFormat("BG", "#########", "##########"),
    VATFormat("CH", prefix: "CHE", "#########", "#########MWST", "#########TVA", "#########IVA"),
    VATFormat("CY", "########@"),
    VATFormat("CZ", "########", "#########", "##########"),
    VATFormat("DE", "#########"),
    VATFormat("DK", "########"),
    VATFormat("EE", "#########"),
    VATFormat("ES", "@#######*", "########@"),
    VATFormat("FI", "########"),
    VATFormat("FR", "**#########"),
    VATFormat("GB", "#########", "############", "GD###", "HA###"),
    VATFormat("GR", prefix: "EL", "#########"),
    VATFormat("HR", "###########"),
    VATFormat("HU", "########"),
    VATFormat("IE", "#######@", "#######@@", "#?#####@"),
    VATFormat("IT", "###########"),
    VATFormat("LT", "#########", "############"),
    VATFormat("LU", "########"),
    VATFormat("LV", "###########"),
    VATFormat("MT", "########"),
    VATFormat("NL", "#########B##"),
    VATFormat("NO", "#########MVA"),
    VATFormat("PL", "##########"),
    VATFormat("PT", "#########"),
    VATFormat(
      "RO", "##", "###", "####", "#####", "######", "#######", "########", "#########",
      "##########"),
    VATFormat("SE", "############"),
    VATFormat("SI", "########"),
    VATFormat("SK", "##########"),
    VATFormat("XI", "#########", "############", "GD###", "HA###"),
  ]

  /// Other countries, by the structures that their tax offices publish (gathered by the OECD: Tax
  /// Identification Numbers, by jurisdiction). The prefix is that of ISO 3166; where an office writes
  /// none it is what invoices abroad use.
  static let others: [VATFormat] = [
    VATFormat("AL", "@########@"),
    VATFormat("AR", "###########"),
    VATFormat("AU", "###########"),
    VATFormat("BO", "#######", "########", "#########", "##########"),
    VATFormat("BR", "###########", "##############"),
    VATFormat("BY", "#########"),
    VATFormat("CA", "#########", "#########RT####"),
    VATFormat("CL", "########*"),
    VATFormat("CO", "##########"),
    VATFormat("CR", "#########", "##########", "###########", "############"),
    VATFormat("DO", "#########", "###########"),
    VATFormat("EC", "#############"),
    VATFormat("GT", "#######*", "########*"),
    VATFormat("ID", "###############", "################"),
    VATFormat("IL", "#########"),
    VATFormat("IN", "##@@@@@####@*Z*"),
    VATFormat("IS", "#####", "######"),
    VATFormat("KZ", "############"),
    VATFormat("MK", "#############"),
    VATFormat("MX", "@@@######***", "@@@@######***"),
    VATFormat("NG", "############"),
    VATFormat("NI", "#############@", "@#############"),
    VATFormat("NZ", "########", "#########"),
    VATFormat("PE", "###########"),
    VATFormat("PH", "#########", "############", "##############"),
    VATFormat("PY", "#######", "########", "#########"),
    VATFormat("RS", "#########"),
    VATFormat("RU", "##########", "############"),
    VATFormat("SA", "###############"),
    VATFormat("SM", "#####"),
    VATFormat("SV", "##############"),
    VATFormat("TR", "##########"),
    VATFormat("UA", "############"),
    VATFormat("UY", "############"),
    VATFormat("UZ", "#########"),
    VATFormat("VE", "@#########"),
  ]

  static let all = european + others
}
