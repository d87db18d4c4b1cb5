/// A card scheme: the network or product that an issuer identification number belongs to.
public enum PaymentCardType: String, CaseIterable, Sendable {
  case amex, mastercard, maestro, visaElectron, visa, discover, dinersClub, jcb, unionPay, mir
  case elo, hiper, hipercard, naranja, rupay, troy, uatp, verve, instaPayment

  /// The display name.
  public var displayName: String {
    switch self {
    case .amex: "American Express"
    case .mastercard: "Mastercard"
    case .maestro: "Maestro"
    case .visaElectron: "Visa Electron"
    case .visa: "Visa"
    case .discover: "Discover"
    case .dinersClub: "Diners Club"
    case .jcb: "JCB"
    case .unionPay: "UnionPay"
    case .mir: "Mir"
    case .elo: "Elo"
    case .hiper: "Hiper"
    case .hipercard: "Hipercard"
    case .naranja: "Naranja"
    case .rupay: "RuPay"
    case .troy: "Troy"
    case .uatp: "UATP"
    case .verve: "Verve"
    case .instaPayment: "InstaPayment"
    }
  }

  /// Whether merchants that accept the other type accept this one too: Visa Electron cards are
  /// accepted as Visa.
  func isAccepted(as other: PaymentCardType) -> Bool {
    self == other || self == .visaElectron && other == .visa
  }
}
