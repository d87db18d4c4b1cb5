extension MessageCatalogue {
  /// Italian. `Il campo` makes agreement independent of the label.
  static let italian: [String: String] = [
    "after.before": "Il campo {label} non deve precedere {date}.",
    "after.notAfter": "Il campo {label} deve essere successivo a {date}.",
    "alpha.other": "Il campo {label} deve contenere solo lettere.",
    "alphanumeric.other": "Il campo {label} deve contenere solo lettere e cifre.",
    "any.none": "Il campo {label} deve rispettare almeno una di queste regole: {rules}.",
    "ascii.control": "Il campo {label} non deve contenere caratteri di controllo.",
    "ascii.other": "Il campo {label} deve contenere solo caratteri ASCII.",
    "base32.invalid": "Il campo {label} deve essere codificato in Base32.",
    "base64.invalid": "Il campo {label} deve essere codificato in Base64.",
    "before.after": "Il campo {label} non deve essere successivo a {date}.",
    "before.notBefore": "Il campo {label} deve precedere {date}.",
    "between.outside": "Il campo {label} deve essere compreso tra {from} e {to}.",
    "bic.country": "Il campo {label} contiene un BIC di un paese non ammesso.",
    "bic.invalid": "Il campo {label} deve essere un BIC, ad esempio DEUTDEFF o DEUTDEFF500.",
    "blank": "Il campo {label} deve restare vuoto.",
    "boolean.invalid": "Il campo {label} deve avere uno di questi valori: {words}.",
    "byteSize.encoding": "Il campo {label} deve contenere un file in Base64 o come URI data:.",
    "byteSize.notFound": "Il campo {label} indica un file che non esiste.",
    "byteSize.outside": "Il campo {label} deve indicare un file nella cartella dei file.",
    "byteSize.tooLarge": """
    Il campo {label} deve occupare al massimo {max, plural, one {# byte} many {# di byte} other {# \
    byte}}, non {size}.
    """,
    "byteSize.tooSmall": """
    Il campo {label} deve occupare almeno {min, plural, one {# byte} many {# di byte} other {# \
    byte}}, non {size}.
    """,
    "byteSize.unreadable": "Il campo {label} indica un file che non si può leggere.",
    "cardExpiry.expired": "Il campo {label} indica una data passata: la carta è scaduta.",
    "cardExpiry.invalid": "Il campo {label} deve essere un mese nel formato {format}.",
    "cardExpiry.tooFar": """
    Il campo {label} indica una data oltre {years, plural, one {# anno} many {# di anni} other {# \
    anni}} nel futuro.
    """,
    "characters.forbidden": "Il campo {label} non deve contenere: {set}.",
    "characters.notAllowed": "Il campo {label} deve contenere solo: {set}.",
    "characters.tooFew": """
    Il campo {label} deve contenere almeno {min, plural, one {# carattere} many {# di caratteri} \
    other {# caratteri}} di questo tipo: {set}.
    """,
    "characters.tooMany": """
    Il campo {label} deve contenere al massimo {max, plural, one {# carattere} many {# di \
    caratteri} other {# caratteri}} di questo tipo: {set}.
    """,
    "cidr.hostBits":
      "Il campo {label} deve essere l’indirizzo di una rete: ci sono bit a 1 dopo il prefisso.",
    "cidr.invalid":
      "Il campo {label} deve essere un blocco di indirizzi IP, ad esempio 192.0.2.0/24.",
    "cidr.prefix": "Il campo {label} deve avere un prefisso da {minPrefix} a {maxPrefix} bit.",
    "cidr.version": "Il campo {label} deve essere un blocco di indirizzi IPv{version}.",
    "color.invalid": "Il campo {label} deve essere un colore, ad esempio #1e90ff.",
    "contains.missing": "Il campo {label} deve contenere: {values}.",
    "countryCode.unknown":
      "Il campo {label} deve essere il codice di un paese, ad esempio {example}.",
    "currencyCode.unknown":
      "Il campo {label} deve essere il codice di una valuta, ad esempio {example}.",
    "custom.failed": "Il campo {label} non supera il controllo {name}.",
    "date.form": "Il campo {label} deve essere una data nel formato {formats}.",
    "date.invalid": "Il campo {label} deve essere una data nel formato {format}.",
    "dateTime.invalid": "Il campo {label} deve essere una data con l’ora, ad esempio {example}.",
    "datetime.invalid":
      "Il campo {label} deve essere una data con l’ora, ad esempio 2026-01-31T09:30:00Z.",
    "decimal.invalid": "Il campo {label} deve essere un numero decimale.",
    "decimal.outOfRange": "Il campo {label} ha più di 38 cifre.",
    "decimal.tooFewDecimals": """
    Il campo {label} deve avere almeno {minScale, plural, one {# decimale} many {# di decimali} \
    other {# decimali}}.
    """,
    "decimal.tooManyDecimals": """
    Il campo {label} deve {scale, plural, =0 {essere un numero intero} one {avere al massimo # \
    decimale} many {avere al massimo # di decimali} other {avere al massimo # decimali}}.
    """,
    "decimal.tooManyDigits": "Il campo {label} ha troppe cifre.",
    "domain.invalid": "Il campo {label} deve essere un nome di dominio, ad esempio example.com.",
    "domain.notTopLevel":
      "Il campo {label} non deve essere un dominio con una di queste estensioni: {notTopLevels}.",
    "domain.topLevel":
      "Il campo {label} deve essere un dominio con una di queste estensioni: {topLevels}.",
    "duration.invalid": "Il campo {label} deve essere una durata, ad esempio P1DT12H.",
    "ean.checksum": "Il campo {label} non è corretto: la cifra di controllo è sbagliata.",
    "ean.invalid": "Il campo {label} deve essere un numero di {lengths} cifre.",
    "email.host": "Il campo {label} contiene un indirizzo e-mail di un host non ammesso.",
    "email.invalid":
      "Il campo {label} deve essere un indirizzo e-mail, ad esempio ana@example.com.",
    "emoji.found": "Il campo {label} non deve contenere emoji.",
    "emoji.none": "Il campo {label} deve contenere un’emoji.",
    "emoji.other": "Il campo {label} deve contenere solo emoji.",
    "endsWith": "Il campo {label} deve terminare con uno di questi testi: {values}.",
    "equals.different": "Il campo {label} deve essere uguale a {to}.",
    "exists.notFound": "Il campo {label} deve essere presente in {reference}.",
    "exists.unavailable":
      "Non è stato possibile verificare il campo {label}: {reference} non è disponibile.",
    "false.isTrue": "La risposta al campo {label} deve essere no.",
    "file.invalid": "Il campo {label} deve essere un file.",
    "geoCoordinate.invalid":
      "Il campo {label} deve essere una coordinata in gradi, ad esempio 52.5163.",
    "geoCoordinate.range": "Il campo {label} deve essere compreso tra -{limit} e {limit} gradi.",
    "hash.invalid": "Il campo {label} deve essere un hash esadecimale ({algorithm}).",
    "hex.invalid": "Il campo {label} deve contenere solo cifre esadecimali.",
    "hex.length": "Il campo {label} non ha il numero giusto di cifre esadecimali.",
    "hexColor.invalid": "Il campo {label} deve essere un colore esadecimale, ad esempio #1e90ff.",
    "hostname.invalid": "Il campo {label} deve essere un nome host, ad esempio www.example.com.",
    "iban.checksum": "Il campo {label} non è un IBAN valido: le cifre di controllo sono sbagliate.",
    "iban.country": "Il campo {label} contiene un IBAN di un paese non ammesso.",
    "iban.invalid": "Il campo {label} deve essere un IBAN, ad esempio GB29 NWBK 6016 1331 9268 19.",
    "image.encoding": "Il campo {label} deve contenere un file in Base64 o come URI data:.",
    "image.invalid": "Il campo {label} deve essere un’immagine.",
    "image.notFound": "Il campo {label} indica un file che non esiste.",
    "image.outside": "Il campo {label} deve indicare un file nella cartella dei file.",
    "image.ratioTooLarge": """
    Il campo {label} deve essere un’immagine con un rapporto tra larghezza e altezza di al massimo \
    {maxRatio}; misura {width} × {height} pixel.
    """,
    "image.ratioTooSmall": """
    Il campo {label} deve essere un’immagine con un rapporto tra larghezza e altezza di almeno \
    {minRatio}; misura {width} × {height} pixel.
    """,
    "image.tooHigh": """
    Il campo {label} deve essere un’immagine alta al massimo {maxHeight, plural, one {# pixel} \
    many {# di pixel} other {# pixel}}, non {height}.
    """,
    "image.tooLow": """
    Il campo {label} deve essere un’immagine alta almeno {minHeight, plural, one {# pixel} many {# \
    di pixel} other {# pixel}}, non {height}.
    """,
    "image.tooNarrow": """
    Il campo {label} deve essere un’immagine larga almeno {minWidth, plural, one {# pixel} many {# \
    di pixel} other {# pixel}}, non {width}.
    """,
    "image.tooWide": """
    Il campo {label} deve essere un’immagine larga al massimo {maxWidth, plural, one {# pixel} \
    many {# di pixel} other {# pixel}}, non {width}.
    """,
    "image.unreadable": "Il campo {label} indica un file che non si può leggere.",
    "imei.checksum": "Il campo {label} non è un IMEI valido: la cifra di controllo è sbagliata.",
    "imei.invalid": "Il campo {label} deve essere un IMEI di quindici cifre.",
    "in.notListed": "Il campo {label} deve avere uno di questi valori: {values}.",
    "integer.invalid": "Il campo {label} deve essere un numero intero.",
    "integer.outOfRange": "Il campo {label} è troppo grande per un numero intero.",
    "ip.invalid":
      "Il campo {label} deve essere un indirizzo IP, ad esempio 192.0.2.1 o 2001:db8::1.",
    "ip.network": "Il campo {label} contiene un indirizzo IP di una rete non ammessa.",
    "ip.version": "Il campo {label} deve essere un indirizzo IPv{version}.",
    "isbn.checksum": "Il campo {label} non è un ISBN valido: la cifra di controllo è sbagliata.",
    "isbn.invalid": "Il campo {label} deve essere un ISBN, ad esempio 978-0-306-40615-7.",
    "isin.checksum":
      "Il campo {label} non è un codice ISIN valido: la cifra di controllo è sbagliata.",
    "isin.invalid": "Il campo {label} deve essere un codice ISIN, ad esempio US0378331005.",
    "isoWeek.invalid": "Il campo {label} deve essere una settimana, ad esempio 2026-W05.",
    "issn.checksum": "Il campo {label} non è un ISSN valido: la cifra di controllo è sbagliata.",
    "issn.invalid": "Il campo {label} deve essere un ISSN, ad esempio 0378-5955.",
    "json.invalid": "Il campo {label} deve essere JSON.",
    "json.kind": "Il campo {label} deve essere JSON di questo tipo: {kinds}.",
    "jwt.invalid": "Il campo {label} deve essere un JSON Web Token.",
    "lacks.found": "Il campo {label} non deve contenere: {values}.",
    "languageCode.unknown":
      "Il campo {label} deve essere il codice di una lingua, ad esempio {example}.",
    "latLong.invalid":
      "Il campo {label} deve contenere una latitudine e una longitudine, ad esempio 52.5,13.4.",
    "latLong.range": """
    Il campo {label} indica un luogo fuori dalla Terra: la {axis, select, longitude {longitudine} \
    other {latitudine}} è troppo grande.
    """,
    "length.different":
      "Il campo {label} deve avere esattamente \(counted("exact"))\(MessageTemplate.known("length", ", non {length}")).",
    "length.tooLong":
      "Il campo {label} deve avere al massimo \(counted("max"))\(MessageTemplate.known("length", ", non {length}")).",
    "length.tooShort":
      "Il campo {label} deve avere almeno \(counted("min"))\(MessageTemplate.known("length", ", non {length}")).",
    "list.invalid": "Il campo {label} deve essere un elenco.",
    "locale.invalid": "Il campo {label} deve essere un’etichetta di lingua, ad esempio de-AT.",
    "lowercase": "Il campo {label} non deve contenere lettere maiuscole.",
    "luhn.checksum": "Il campo {label} non è corretto: la cifra di controllo è sbagliata.",
    "luhn.invalid": "Il campo {label} deve contenere solo cifre.",
    "mac.invalid":
      "Il campo {label} deve essere un indirizzo hardware, ad esempio 00:00:5E:00:53:01.",
    "mac.kind": "Il campo {label} contiene un indirizzo hardware di un tipo non ammesso.",
    "media.encoding": "Il campo {label} deve contenere un file in Base64 o come URI data:.",
    "media.notFound": "Il campo {label} indica un file che non esiste.",
    "media.outside": "Il campo {label} deve indicare un file nella cartella dei file.",
    "media.unknown": "Il campo {label} deve essere un file di questo tipo: {types}.",
    "media.unreadable": "Il campo {label} indica un file che non si può leggere.",
    "media.wrongType":
      "Il campo {label} deve essere un file di questo tipo: {types}. È di tipo {found}.",
    "mime.invalid": "Il campo {label} deve essere un tipo di contenuto, ad esempio text/html.",
    "mime.type": "Il campo {label} deve essere uno di questi tipi di contenuto: {types}.",
    "multipleOf.isNot": """
    Il campo {label} deve essere un multiplo di {step}{offset, plural, =0 {} other {, contando da \
    {offset}}}.
    """,
    "must.isFalse": "Questa condizione deve essere soddisfatta: {condition}.",
    "not.satisfied": "Il campo {label} non deve rispettare queste regole: {rules}.",
    "notEquals.same": "Il campo {label} non deve essere uguale a {to}.",
    "notIn.listed": "Il campo {label} non deve avere nessuno di questi valori: {values}.",
    "number.invalid": "Il campo {label} deve essere un numero.",
    "number.outOfRange": "Il campo {label} è un numero troppo grande.",
    "passwordStrength.tooWeak":
      "Il campo {label} deve essere una password più sicura, almeno «{min}».",
    "pattern.mismatch": "Il campo {label} deve corrispondere al modello {pattern}.",
    "pattern.tooComplex":
      "Il campo {label} è troppo lungo o troppo complesso per essere verificato.",
    "paymentCard.invalid": "Il campo {label} deve essere il numero di una carta di pagamento.",
    "paymentCard.notAccepted":
      "Il campo {label} deve essere il numero di una di queste carte: {types}.",
    "phone.invalid": """
    Il campo {label} deve essere un numero di telefono{country, plural, =0 {} other { \
    ({country})}}.
    """,
    "phone.type": """
    Il campo {label} deve essere un numero di telefono {type, select, mobile {cellulare} other \
    {fisso}}.
    """,
    "port.invalid": "Il campo {label} deve essere un numero di porta da 0 a 65535.",
    "port.range": "Il campo {label} deve essere una porta da {min} a {max}.",
    "postcode.invalid": """
    Il campo {label} deve essere un codice postale{country, plural, =0 {} other { ({country})}}.
    """,
    "price.invalid": "Il campo {label} deve essere un importo, ad esempio 12.50.",
    "range.notAbove": """
    Il campo {label} deve essere {kind, select, time {successivo a} other {maggiore di}} \
    {minExclusive}.
    """,
    "range.notBelow": """
    Il campo {label} deve {kind, select, time {precedere} other {essere minore di}} {maxExclusive}.
    """,
    "range.tooLarge": """
    Il campo {label} {kind, select, time {non deve essere successivo a} other {deve essere al \
    massimo}} {max}.
    """,
    "range.tooSmall": """
    Il campo {label} {kind, select, time {non deve precedere} other {deve essere almeno}} {min}.
    """,
    "remote.refused": "Il campo {label} è stato rifiutato da un controllo in rete.",
    "remote.unavailable":
      "Non è stato possibile verificare il campo {label}: il servizio non ha risposto.",
    "required": "Il campo {label} è obbligatorio.",
    "semver.invalid": "Il campo {label} deve essere una versione, ad esempio 1.4.0 o 2.0.0-rc.1.",
    "semver.part": """
    Il campo {label} deve essere una versione senza {part, select, build {metadati di build} other \
    {identificativo di pre-release}}.
    """,
    "slug.invalid":
      "Il campo {label} deve essere un nome breve per indirizzi web, ad esempio la-mia-pagina.",
    "startsWith": "Il campo {label} deve iniziare con uno di questi testi: {values}.",
    "text.invalid": "Il campo {label} deve essere un valore singolo.",
    "time.form": "Il campo {label} deve essere un’ora, ad esempio {example}.",
    "time.invalid": "Il campo {label} deve essere un’ora nel formato HH:MM o HH:MM:SS.",
    "trimmed": "Il campo {label} non deve iniziare o terminare con uno spazio.",
    "true.isFalse": "La risposta al campo {label} deve essere sì.",
    "ulid.invalid": "Il campo {label} deve essere un ULID, ad esempio 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    "unique.repeated": """
    {fields}: un record precedente ha {fields, plural, one {lo stesso valore} many {gli stessi \
    valori} other {gli stessi valori}}.
    """,
    "unique.stored": """
    {fields}: un record già salvato ha {fields, plural, one {lo stesso valore} many {gli stessi \
    valori} other {gli stessi valori}}.
    """,
    "uppercase": "Il campo {label} non deve contenere lettere minuscole.",
    "url.host": "Il campo {label} contiene l’indirizzo web di un host non ammesso.",
    "url.invalid":
      "Il campo {label} deve essere un indirizzo web, ad esempio https://www.example.com/.",
    "url.part": """
    Il campo {label} deve essere un indirizzo web {part, select, userinfo {senza nome utente} port \
    {senza porta} missingPort {con una porta} query {senza query} other {senza frammento}}.
    """,
    "url.scheme": """
    Il campo {label} deve essere un indirizzo web che inizia con uno di questi schemi: {schemes}.
    """,
    "uuid.invalid":
      "Il campo {label} deve essere un UUID, ad esempio f81d4fae-7dec-41d0-a765-00a0c91e6bf6.",
    "uuid.version": "Il campo {label} deve essere un UUID di una di queste versioni: {versions}.",
    "vat.checksum":
      "Il campo {label} non è una partita IVA valida: le cifre di controllo sono sbagliate.",
    "vat.invalid":
      "Il campo {label} deve essere una partita IVA di uno di questi paesi: {countries}.",

    "csv.tooFewFields": """
    Il record ha {found, plural, one {# campo} many {# di campi} other {# campi}}, ne servono \
    {expected}.
    """,
    "csv.tooManyFields": """
    Il record ha {found, plural, one {# campo} many {# di campi} other {# campi}}, ne sono \
    previsti {expected}.
    """,
    "csv.strayQuote": """
    Ci sono virgolette dove non devono esserci: racchiudere l’intera cella tra virgolette e \
    raddoppiare quelle al suo interno.
    """,
    "csv.unterminatedQuote": "Qui si aprono virgolette che non si chiudono.",
    "csv.encoding": "I byte non sono testo nella codifica del file.",
    "csv.nul": "Il record contiene un byte NUL.",
    "csv.tooLong": "Il record è più lungo di quanto consentito.",
    "json.syntax": "La riga non è JSON.",
    "json.duplicateKey": "Una chiave compare due volte nell’oggetto.",
    "json.tooDeep": "Il JSON ha troppi livelli di annidamento.",
    "json.notAnObject": "La riga è JSON, ma non un oggetto.",
    "json.tooManyKeys": "L’oggetto ha una nuova chiave, e ci sono già troppe colonne.",

    "list.or": " o ",
    "list.separator": ", ",
    "term.record": "Il record",
    "term.readable": "Il record è leggibile.",
    "term.now": "adesso",
    "term.today": "oggi",
    "term.ISO 8601": "ISO 8601",
    "term.YYYY-MM-DD": "AAAA-MM-GG",
    "term.character": "caratteri",
    "term.scalar": "punti di codice",
    "term.utf16": "unità UTF-16",
    "term.utf8": "byte",
    "term.item": "elementi",
    "term.digit": "cifre",
    "term.letter": "lettere",
    "term.upper": "lettere maiuscole",
    "term.lower": "lettere minuscole",
    "term.alphanumeric": "lettere e cifre",
    "term.space": "spazi",
    "term.symbol": "simboli",
    "term.punctuation": "segni di punteggiatura",
    "term.control": "caratteri di controllo",
    "term.ascii": "caratteri ASCII",
    "term.object": "oggetto",
    "term.array": "array",
    "term.string": "stringa",
    "term.number": "numero",
    "term.boolean": "vero o falso",
    "term.null": "null",
    "term.image": "immagine",
    "term.video": "video",
    "term.audio": "audio",
    "term.archive": "archivio",
    "term.document": "documento",
    "term.text": "testo",
    "term.font": "carattere",
    "term.executable": "programma",
    "term.veryWeak": "molto debole",
    "term.weak": "debole",
    "term.medium": "media",
    "term.strong": "forte",
    "term.veryStrong": "molto forte",
  ]

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name, character: "one {# carattere} many {# di caratteri} other {# caratteri}",
      scalar: "one {# punto di codice} many {# di punti di codice} other {# punti di codice}",
      utf16: "one {# unità UTF-16} many {# di unità UTF-16} other {# unità UTF-16}",
      utf8: "one {# byte} many {# di byte} other {# byte}",
      item: "one {# elemento} many {# di elementi} other {# elementi}")
  }
}
