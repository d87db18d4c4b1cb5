import Testing

@testable import FormRecorder

/// Damage caused by wrong encodings is distinguished from other changes.
@Suite struct EncodingDamageTests {
  @Test(
    arguments: [
      ("Nuñez", "NuÃ±ez", EncodingDamage.misdecoded(from: "UTF-8", as: "windows-1252")),
      ("Nuñez", "NuÃƒÂ±ez", .misdecoded(from: "UTF-8", as: "windows-1252")),
      ("Łódź", "Å\u{81}Ã³dÅº", .misdecoded(from: "UTF-8", as: "windows-1252")),
      ("Łódź", "Å?Ã³dÅº", .misdecoded(from: "UTF-8", as: "windows-1252")),
      ("Łódź", "ÅÃ³dÅº", .misdecoded(from: "UTF-8", as: "windows-1252")),
      ("don’t", "donâ€™t", .misdecoded(from: "UTF-8", as: "windows-1252")),
      ("don’t", "donâ\u{80}\u{99}t", .misdecoded(from: "UTF-8", as: "ISO-8859-1")),
      ("Müller", "M√ºller", .misdecoded(from: "UTF-8", as: "Mac Roman")),
      ("Müller", "MĂĽller", .misdecoded(from: "UTF-8", as: "windows-1250")),
      ("Müller", "M├╝ller", .misdecoded(from: "UTF-8", as: "code page 437")),
      ("Müller", "Meller", nil),
      ("Müller", "MŸller", .misdecoded(from: "Mac Roman", as: "windows-1252")),
      ("Müller", "M¸ller", .misdecoded(from: "windows-1252", as: "Mac Roman")),
      ("Łódź", "£ódŸ", .misdecoded(from: "windows-1250", as: "windows-1252")),
      ("Łódź", "£ód¼", .misdecoded(from: "ISO-8859-2", as: "windows-1252")),
      ("Иван", "Èâàí", .misdecoded(from: "windows-1251", as: "windows-1252")),
      ("Νίκος", "Íßêïò", .misdecoded(from: "windows-1253", as: "windows-1252")),
      ("Köln", "K?ln", .lettersReplaced), ("Köln", "K??ln", .lettersReplaced),
      ("Köln", "K\u{FFFD}ln", .lettersReplaced), ("Łódź", "?ód?", .lettersReplaced),
      ("日本", "??", .lettersReplaced), ("Köln", "K\u{FFFD}\u{FFFD}ln", .lettersReplaced),
      ("Köln", "Koln", .accentsLost), ("Köln", "Kln", .accentsLost),
      ("Łódź Ægir", "Lodz AEgir", .accentsLost), ("Ko\u{308}ln", "Koln", .accentsLost),
      // Leading and trailing blanks are also dropped.
      (" Nuñez ", "NuÃ±ez", .misdecoded(from: "UTF-8", as: "windows-1252")),
      // Changes that people make.
      ("Köln", "Koeln", nil), ("Straße", "Strasse", nil), ("Köln", "Bonn", nil), ("Köln", "", nil),
      ("Koln", "Köln", nil), ("K?ln", "Köln", nil), ("NuÃ±ez", "Nuñez", nil),
      ("Köln", "Köln-Süd", nil),
      ("Ana", "An?", nil), ("Jörg Müller", "Jörg Mueller", nil), ("日本", "Japan", nil),
    ] as [(String, String, EncodingDamage?)])
  func damageIsClassified(_ before: String, _ after: String, _ damage: EncodingDamage?) {
    #expect(EncodingDamage(before, after) == damage)
  }

  /// Each table maps every byte to a character, and encoding reverses decoding.
  @Test(arguments: SingleByteEncoding.all)
  func tablesAreComplete(_ encoding: SingleByteEncoding) {
    let bytes = (UInt8.min...UInt8.max).map { $0 }
    let text = encoding.decode(bytes)
    #expect(text.unicodeScalars.count == 256)
    let known = text.unicodeScalars.filter { $0 != "\u{FFFD}" }
    #expect(Set(known).count == known.count)
    #expect(encoding.encode(String(String.UnicodeScalarView(known)))?.count == known.count)
  }
}
