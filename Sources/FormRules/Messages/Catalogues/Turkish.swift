extension MessageCatalogue {
  /// Turkish. `alanı` takes the endings that would depend on the label's vowels.
  static let turkish: [String: String] = [
    "after.before": "{label} alanı {date} öncesi olamaz.",
    "after.notAfter": "{label} alanı {date} sonrası olmalıdır.",
    "alpha.other": "{label} alanı yalnızca harf içerebilir.",
    "alphanumeric.other": "{label} alanı yalnızca harf ve rakam içerebilir.",
    "any.none": "{label} alanı şu kurallardan en az birine uymalıdır: {rules}.",
    "ascii.control": "{label} alanı denetim karakteri içeremez.",
    "ascii.other": "{label} alanı yalnızca ASCII karakterleri içerebilir.",
    "base32.invalid": "{label} alanı Base32 ile kodlanmış olmalıdır.",
    "base64.invalid": "{label} alanı Base64 ile kodlanmış olmalıdır.",
    "before.after": "{label} alanı {date} sonrası olamaz.",
    "before.notBefore": "{label} alanı {date} öncesi olmalıdır.",
    "between.outside": "{label} alanı {from} ile {to} arasında olmalıdır.",
    "bic.country": "{label} alanındaki BIC, burada kabul edilmeyen bir ülkeye ait.",
    "bic.invalid": "{label} alanı bir BIC olmalıdır, örneğin DEUTDEFF veya DEUTDEFF500.",
    "blank": "{label} alanı boş bırakılmalıdır.",
    "boolean.invalid": "{label} alanı şu değerlerden biri olmalıdır: {words}.",
    "byteSize.encoding": "{label} alanı Base64 ile veya data: URI olarak bir dosya içermelidir.",
    "byteSize.notFound": "{label} alanı, olmayan bir dosyayı gösteriyor.",
    "byteSize.outside": "{label} alanı dosya klasöründeki bir dosyayı göstermelidir.",
    "byteSize.tooLarge":
      "{label} alanı en fazla {max, plural, one {# bayt} other {# bayt}} olabilir; şu an {size}.",
    "byteSize.tooSmall":
      "{label} alanı en az {min, plural, one {# bayt} other {# bayt}} olmalıdır; şu an {size}.",
    "byteSize.unreadable": "{label} alanı okunamayan bir dosyayı gösteriyor.",
    "cardExpiry.expired": "{label} alanındaki tarih geçmiş: kartın süresi dolmuş.",
    "cardExpiry.invalid": "{label} alanı {format} biçiminde bir ay olmalıdır.",
    "cardExpiry.tooFar":
      "{label} alanındaki tarih {years, plural, one {# yıldan} other {# yıldan}} daha ileride.",
    "characters.forbidden": "{label} alanı şunları içeremez: {set}.",
    "characters.notAllowed": "{label} alanı yalnızca şunları içerebilir: {set}.",
    "characters.tooFew": """
    {label} alanı şu türden en az {min, plural, one {# karakter} other {# karakter}} içermelidir: \
    {set}.
    """,
    "characters.tooMany": """
    {label} alanı şu türden en fazla {max, plural, one {# karakter} other {# karakter}} \
    içerebilir: {set}.
    """,
    "cidr.hostBits":
      "{label} alanı bir ağın adresi olmalıdır: ön ekten sonra ayarlanmış bitler var.",
    "cidr.invalid": "{label} alanı bir IP adresi bloğu olmalıdır, örneğin 192.0.2.0/24.",
    "cidr.prefix": "{label} alanının ön eki {minPrefix} ile {maxPrefix} bit arasında olmalıdır.",
    "cidr.version": "{label} alanı bir IPv{version} adresi bloğu olmalıdır.",
    "color.invalid": "{label} alanı bir renk olmalıdır, örneğin #1e90ff.",
    "contains.missing": "{label} alanı şunları içermelidir: {values}.",
    "countryCode.unknown": "{label} alanı bir ülke kodu olmalıdır, örneğin {example}.",
    "currencyCode.unknown": "{label} alanı bir para birimi kodu olmalıdır, örneğin {example}.",
    "custom.failed": "{label} alanı {name} denetimini geçemedi.",
    "date.form": "{label} alanı {formats} biçiminde bir tarih olmalıdır.",
    "date.invalid": "{label} alanı {format} biçiminde bir tarih olmalıdır.",
    "dateTime.invalid": "{label} alanı bir tarih ve saat olmalıdır, örneğin {example}.",
    "datetime.invalid": "{label} alanı bir tarih ve saat olmalıdır, örneğin 2026-01-31T09:30:00Z.",
    "decimal.invalid": "{label} alanı ondalık bir sayı olmalıdır.",
    "decimal.outOfRange": "{label} alanında 38 basamaktan fazlası var.",
    "decimal.tooFewDecimals": """
    {label} alanında en az {minScale, plural, one {# ondalık basamak} other {# ondalık basamak}} \
    bulunmalıdır.
    """,
    "decimal.tooManyDecimals": """
    {label} alanı {scale, plural, =0 {bir tam sayı olmalıdır} one {en fazla # ondalık basamak \
    içerebilir} other {en fazla # ondalık basamak içerebilir}}.
    """,
    "decimal.tooManyDigits": "{label} alanında çok fazla basamak var.",
    "domain.invalid": "{label} alanı bir alan adı olmalıdır, örneğin example.com.",
    "domain.notTopLevel":
      "{label} alanı şu uzantılardan biriyle biten bir alan adı olamaz: {notTopLevels}.",
    "domain.topLevel":
      "{label} alanı şu uzantılardan biriyle biten bir alan adı olmalıdır: {topLevels}.",
    "duration.invalid": "{label} alanı bir süre olmalıdır, örneğin P1DT12H.",
    "ean.checksum": "{label} alanı doğru değil: denetim basamağı tutmuyor.",
    "ean.invalid": "{label} alanı şu uzunlukta bir numara olmalıdır: {lengths} rakam.",
    "email.host": "{label} alanındaki e-posta adresi, izin verilmeyen bir sunucuda.",
    "email.invalid": "{label} alanı bir e-posta adresi olmalıdır, örneğin ana@example.com.",
    "emoji.found": "{label} alanı emoji içeremez.",
    "emoji.none": "{label} alanı bir emoji içermelidir.",
    "emoji.other": "{label} alanı yalnızca emoji içerebilir.",
    "endsWith": "{label} alanı şunlardan biriyle bitmelidir: {values}.",
    "equals.different": "{label} alanı {to} ile aynı olmalıdır.",
    "exists.notFound": "{label} alanı {reference} içinde bulunmalıdır.",
    "exists.unavailable": "{label} alanı denetlenemedi: {reference} kullanılamıyor.",
    "false.isTrue": "{label} alanının yanıtı hayır olmalıdır.",
    "file.invalid": "{label} alanı bir dosya olmalıdır.",
    "geoCoordinate.invalid":
      "{label} alanı derece olarak bir koordinat olmalıdır, örneğin 52.5163.",
    "geoCoordinate.range": "{label} alanı -{limit} ile {limit} derece arasında olmalıdır.",
    "hash.invalid": "{label} alanı onaltılık bir özet değeri olmalıdır ({algorithm}).",
    "hex.invalid": "{label} alanı yalnızca onaltılık rakam içerebilir.",
    "hex.length": "{label} alanındaki onaltılık rakamların sayısı doğru değil.",
    "hexColor.invalid": "{label} alanı onaltılık bir renk olmalıdır, örneğin #1e90ff.",
    "hostname.invalid": "{label} alanı bir sunucu adı olmalıdır, örneğin www.example.com.",
    "iban.checksum": "{label} alanı geçerli bir IBAN değil: denetim basamakları tutmuyor.",
    "iban.country": "{label} alanındaki IBAN, burada kabul edilmeyen bir ülkeye ait.",
    "iban.invalid": "{label} alanı bir IBAN olmalıdır, örneğin GB29 NWBK 6016 1331 9268 19.",
    "image.encoding": "{label} alanı Base64 ile veya data: URI olarak bir dosya içermelidir.",
    "image.invalid": "{label} alanı bir görüntü olmalıdır.",
    "image.notFound": "{label} alanı, olmayan bir dosyayı gösteriyor.",
    "image.outside": "{label} alanı dosya klasöründeki bir dosyayı göstermelidir.",
    "image.ratioTooLarge": """
    {label} alanı, genişliğinin yüksekliğine oranı en fazla {maxRatio} olan bir görüntü olmalıdır; \
    boyutu {width} × {height} piksel.
    """,
    "image.ratioTooSmall": """
    {label} alanı, genişliğinin yüksekliğine oranı en az {minRatio} olan bir görüntü olmalıdır; \
    boyutu {width} × {height} piksel.
    """,
    "image.tooHigh": """
    {label} alanı en fazla {maxHeight, plural, one {# piksel} other {# piksel}} yüksekliğinde bir \
    görüntü olmalıdır; şu an {height}.
    """,
    "image.tooLow": """
    {label} alanı en az {minHeight, plural, one {# piksel} other {# piksel}} yüksekliğinde bir \
    görüntü olmalıdır; şu an {height}.
    """,
    "image.tooNarrow": """
    {label} alanı en az {minWidth, plural, one {# piksel} other {# piksel}} genişliğinde bir \
    görüntü olmalıdır; şu an {width}.
    """,
    "image.tooWide": """
    {label} alanı en fazla {maxWidth, plural, one {# piksel} other {# piksel}} genişliğinde bir \
    görüntü olmalıdır; şu an {width}.
    """,
    "image.unreadable": "{label} alanı okunamayan bir dosyayı gösteriyor.",
    "imei.checksum": "{label} alanı geçerli bir IMEI değil: denetim basamağı tutmuyor.",
    "imei.invalid": "{label} alanı on beş rakamlı bir IMEI olmalıdır.",
    "in.notListed": "{label} alanı şu değerlerden biri olmalıdır: {values}.",
    "integer.invalid": "{label} alanı bir tam sayı olmalıdır.",
    "integer.outOfRange": "{label} alanı bir tam sayı için çok büyük.",
    "ip.invalid": "{label} alanı bir IP adresi olmalıdır, örneğin 192.0.2.1 veya 2001:db8::1.",
    "ip.network": "{label} alanındaki IP adresi, izin verilmeyen bir ağa ait.",
    "ip.version": "{label} alanı bir IPv{version} adresi olmalıdır.",
    "isbn.checksum": "{label} alanı geçerli bir ISBN değil: denetim basamağı tutmuyor.",
    "isbn.invalid": "{label} alanı bir ISBN olmalıdır, örneğin 978-0-306-40615-7.",
    "isin.checksum": "{label} alanı geçerli bir ISIN kodu değil: denetim basamağı tutmuyor.",
    "isin.invalid": "{label} alanı bir ISIN kodu olmalıdır, örneğin US0378331005.",
    "isoWeek.invalid": "{label} alanı bir hafta olmalıdır, örneğin 2026-W05.",
    "issn.checksum": "{label} alanı geçerli bir ISSN değil: denetim basamağı tutmuyor.",
    "issn.invalid": "{label} alanı bir ISSN olmalıdır, örneğin 0378-5955.",
    "json.invalid": "{label} alanı JSON olmalıdır.",
    "json.kind": "{label} alanı şu türden JSON olmalıdır: {kinds}.",
    "jwt.invalid": "{label} alanı bir JSON Web Token olmalıdır.",
    "lacks.found": "{label} alanı şunları içeremez: {values}.",
    "languageCode.unknown": "{label} alanı bir dil kodu olmalıdır, örneğin {example}.",
    "latLong.invalid": "{label} alanı bir enlem ve bir boylam içermelidir, örneğin 52.5,13.4.",
    "latLong.range": """
    {label} alanı dünyanın dışında bir yeri gösteriyor: {axis, select, longitude {boylam} other \
    {enlem}} çok büyük.
    """,
    "length.different":
      "{label} alanı tam \(counted("exact")) olmalıdır\(MessageTemplate.known("length", "; şu an {length}")).",
    "length.tooLong":
      "{label} alanı en fazla \(counted("max")) olabilir\(MessageTemplate.known("length", "; şu an {length}")).",
    "length.tooShort":
      "{label} alanı en az \(counted("min")) olmalıdır\(MessageTemplate.known("length", "; şu an {length}")).",
    "list.invalid": "{label} alanı bir liste olmalıdır.",
    "locale.invalid": "{label} alanı bir dil etiketi olmalıdır, örneğin de-AT.",
    "lowercase": "{label} alanı büyük harf içeremez.",
    "luhn.checksum": "{label} alanı doğru değil: denetim basamağı tutmuyor.",
    "luhn.invalid": "{label} alanı yalnızca rakam içerebilir.",
    "mac.invalid": "{label} alanı bir donanım adresi olmalıdır, örneğin 00:00:5E:00:53:01.",
    "mac.kind": "{label} alanındaki donanım adresi, izin verilmeyen bir türden.",
    "media.encoding": "{label} alanı Base64 ile veya data: URI olarak bir dosya içermelidir.",
    "media.notFound": "{label} alanı, olmayan bir dosyayı gösteriyor.",
    "media.outside": "{label} alanı dosya klasöründeki bir dosyayı göstermelidir.",
    "media.unknown": "{label} alanı şu türden bir dosya olmalıdır: {types}.",
    "media.unreadable": "{label} alanı okunamayan bir dosyayı gösteriyor.",
    "media.wrongType":
      "{label} alanı şu türden bir dosya olmalıdır: {types}. Dosyanın türü: {found}.",
    "mime.invalid": "{label} alanı bir içerik türü olmalıdır, örneğin text/html.",
    "mime.type": "{label} alanı şu içerik türlerinden biri olmalıdır: {types}.",
    "multipleOf.isNot": """
    {label} alanı {offset, plural, =0 {} other {{offset} sayısından başlayarak }}{step} sayısının \
    katı olmalıdır.
    """,
    "must.isFalse": "Şu koşul sağlanmalıdır: {condition}.",
    "not.satisfied": "{label} alanı şu kurallara uymamalıdır: {rules}.",
    "notEquals.same": "{label} alanı {to} ile aynı olamaz.",
    "notIn.listed": "{label} alanı şu değerlerden biri olamaz: {values}.",
    "number.invalid": "{label} alanı bir sayı olmalıdır.",
    "number.outOfRange": "{label} alanındaki sayı çok büyük.",
    "passwordStrength.tooWeak": "{label} alanı daha güçlü bir parola olmalıdır; en az “{min}”.",
    "pattern.mismatch": "{label} alanı {pattern} kalıbına uymalıdır.",
    "pattern.tooComplex": "{label} alanı denetlenemeyecek kadar uzun veya karmaşık.",
    "paymentCard.invalid": "{label} alanı bir ödeme kartının numarası olmalıdır.",
    "paymentCard.notAccepted": "{label} alanı şu kartlardan birinin numarası olmalıdır: {types}.",
    "phone.invalid":
      "{label} alanı bir telefon numarası olmalıdır{country, plural, =0 {} other { ({country})}}.",
    "phone.type": """
    {label} alanı bir {type, select, mobile {cep telefonu} other {sabit telefon}} numarası \
    olmalıdır.
    """,
    "port.invalid": "{label} alanı 0 ile 65535 arasında bir bağlantı noktası numarası olmalıdır.",
    "port.range": "{label} alanı {min} ile {max} arasında bir bağlantı noktası olmalıdır.",
    "postcode.invalid":
      "{label} alanı bir posta kodu olmalıdır{country, plural, =0 {} other { ({country})}}.",
    "price.invalid": "{label} alanı bir tutar olmalıdır, örneğin 12.50.",
    "range.notAbove": """
    {label} alanı {kind, select, time {{minExclusive} sonrası} other {{minExclusive} değerinden \
    büyük}} olmalıdır.
    """,
    "range.notBelow": """
    {label} alanı {kind, select, time {{maxExclusive} öncesi} other {{maxExclusive} değerinden \
    küçük}} olmalıdır.
    """,
    "range.tooLarge":
      "{label} alanı {kind, select, time {{max} sonrası olamaz} other {en fazla {max} olabilir}}.",
    "range.tooSmall":
      "{label} alanı {kind, select, time {{min} öncesi olamaz} other {en az {min} olmalıdır}}.",
    "remote.refused": "{label} alanı ağ üzerindeki bir denetimde reddedildi.",
    "remote.unavailable": "{label} alanı denetlenemedi: hizmet yanıt vermedi.",
    "required": "{label} alanı zorunludur.",
    "semver.invalid": "{label} alanı bir sürüm olmalıdır, örneğin 1.4.0 veya 2.0.0-rc.1.",
    "semver.part": """
    {label} alanı {part, select, build {derleme bilgisi} other {ön sürüm belirteci}} olmayan bir \
    sürüm olmalıdır.
    """,
    "slug.invalid": "{label} alanı web adresleri için kısa bir ad olmalıdır, örneğin benim-sayfam.",
    "startsWith": "{label} alanı şunlardan biriyle başlamalıdır: {values}.",
    "text.invalid": "{label} alanı tek bir değer olmalıdır.",
    "time.form": "{label} alanı bir saat olmalıdır, örneğin {example}.",
    "time.invalid": "{label} alanı SS:DD veya SS:DD:SS biçiminde bir saat olmalıdır.",
    "trimmed": "{label} alanı boşlukla başlayamaz veya bitemez.",
    "true.isFalse": "{label} alanının yanıtı evet olmalıdır.",
    "ulid.invalid": "{label} alanı bir ULID olmalıdır, örneğin 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    "unique.repeated": """
    {fields}: Daha önceki bir kayıtta {fields, plural, one {aynı değer} other {aynı değerler}} var.
    """,
    "unique.stored": """
    {fields}: Saklanan bir kayıtta {fields, plural, one {aynı değer} other {aynı değerler}} var.
    """,
    "uppercase": "{label} alanı küçük harf içeremez.",
    "url.host": "{label} alanındaki web adresi, izin verilmeyen bir sunucuda.",
    "url.invalid": "{label} alanı bir web adresi olmalıdır, örneğin https://www.example.com/.",
    "url.part": """
    {label} alanı {part, select, userinfo {kullanıcı adı olmayan} port {bağlantı noktası olmayan} \
    missingPort {bağlantı noktası olan} query {sorgu bölümü olmayan} other {parça bölümü olmayan}} \
    bir web adresi olmalıdır.
    """,
    "url.scheme":
      "{label} alanı şu şemalardan biriyle başlayan bir web adresi olmalıdır: {schemes}.",
    "uuid.invalid":
      "{label} alanı bir UUID olmalıdır, örneğin f81d4fae-7dec-41d0-a765-00a0c91e6bf6.",
    "uuid.version": "{label} alanı şu sürümlerden birinde bir UUID olmalıdır: {versions}.",
    "vat.checksum": "{label} alanı geçerli bir KDV numarası değil: denetim basamakları tutmuyor.",
    "vat.invalid": "{label} alanı şu ülkelerden birinin KDV numarası olmalıdır: {countries}.",

    "csv.tooFewFields":
      "Kayıtta {found, plural, one {# alan} other {# alan}} var, {expected} gerekiyor.",
    "csv.tooManyFields":
      "Kayıtta {found, plural, one {# alan} other {# alan}} var, {expected} bekleniyor.",
    "csv.strayQuote": """
    Olmaması gereken bir yerde tırnak işareti var: hücrenin tamamını tırnak içine alın ve içindeki \
    tırnakları iki kez yazın.
    """,
    "csv.unterminatedQuote": "Burada açılan tırnak işareti hiç kapanmıyor.",
    "csv.encoding": "Baytlar, dosyanın kodlamasında metin değil.",
    "csv.nul": "Kayıtta bir NUL baytı var.",
    "csv.tooLong": "Kayıt, izin verilenden uzun.",
    "json.syntax": "Satır JSON değil.",
    "json.duplicateKey": "Bir anahtar nesnede iki kez geçiyor.",
    "json.tooDeep": "JSON çok fazla iç içe geçmiş.",
    "json.notAnObject": "Satır JSON, ama bir nesne değil.",
    "json.tooManyKeys": "Nesnede yeni bir anahtar var ve zaten çok fazla sütun bulunuyor.",

    "list.or": " veya ",
    "list.separator": ", ",
    "term.record": "Kayıt",
    "term.readable": "Kayıt okunabilir.",
    "term.now": "şu an",
    "term.today": "bugün",
    "term.ISO 8601": "ISO 8601",
    "term.YYYY-MM-DD": "YYYY-AA-GG",
    "term.character": "karakter",
    "term.scalar": "kod noktası",
    "term.utf16": "UTF-16 birimi",
    "term.utf8": "bayt",
    "term.item": "öğe",
    "term.digit": "rakam",
    "term.letter": "harf",
    "term.upper": "büyük harf",
    "term.lower": "küçük harf",
    "term.alphanumeric": "harf ve rakam",
    "term.space": "boşluk",
    "term.symbol": "simge",
    "term.punctuation": "noktalama işareti",
    "term.control": "denetim karakteri",
    "term.ascii": "ASCII karakteri",
    "term.object": "nesne",
    "term.array": "dizi",
    "term.string": "metin",
    "term.number": "sayı",
    "term.boolean": "doğru veya yanlış",
    "term.null": "null",
    "term.image": "görüntü",
    "term.video": "video",
    "term.audio": "ses",
    "term.archive": "arşiv",
    "term.document": "belge",
    "term.text": "metin",
    "term.font": "yazı tipi",
    "term.executable": "program",
    "term.veryWeak": "çok zayıf",
    "term.weak": "zayıf",
    "term.medium": "orta",
    "term.strong": "güçlü",
    "term.veryStrong": "çok güçlü",
  ]

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name, character: "one {# karakter} other {# karakter}",
      scalar: "one {# kod noktası} other {# kod noktası}",
      utf16: "one {# UTF-16 birimi} other {# UTF-16 birimi}",
      utf8: "one {# bayt} other {# bayt}",
      item: "one {# öğe} other {# öğe}")
  }
}
