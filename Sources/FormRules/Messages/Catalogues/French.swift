extension MessageCatalogue {
  /// French, to people addressed formally. `Le champ` makes agreement independent of the label.
  static let french: [String: String] = [
    "after.before": "Le champ {label} ne doit pas être antérieur à {date}.",
    "after.notAfter": "Le champ {label} doit être postérieur à {date}.",
    "alpha.other": "Le champ {label} ne doit contenir que des lettres.",
    "alphanumeric.other": "Le champ {label} ne doit contenir que des lettres et des chiffres.",
    "any.none": "Le champ {label} doit respecter au moins une de ces règles\u{A0}: {rules}.",
    "ascii.control": "Le champ {label} ne doit pas contenir de caractères de contrôle.",
    "ascii.other": "Le champ {label} ne doit contenir que des caractères ASCII.",
    "base32.invalid": "Le champ {label} doit être codé en Base32.",
    "base64.invalid": "Le champ {label} doit être codé en Base64.",
    "before.after": "Le champ {label} ne doit pas être postérieur à {date}.",
    "before.notBefore": "Le champ {label} doit être antérieur à {date}.",
    "between.outside": "Le champ {label} doit être compris entre {from} et {to}.",
    "bic.country": "Le champ {label} contient un BIC d’un pays qui n’est pas accepté ici.",
    "bic.invalid": "Le champ {label} doit être un BIC, par exemple DEUTDEFF ou DEUTDEFF500.",
    "blank": "Le champ {label} doit rester vide.",
    "boolean.invalid": "Le champ {label} doit avoir une de ces valeurs\u{A0}: {words}.",
    "byteSize.encoding":
      "Le champ {label} doit contenir un fichier en Base64 ou sous forme d’URI data:.",
    "byteSize.notFound": "Le champ {label} désigne un fichier qui n’existe pas.",
    "byteSize.outside": "Le champ {label} doit désigner un fichier du dossier de fichiers.",
    "byteSize.tooLarge": """
    Le champ {label} doit compter au plus {max, plural, one {# octet} many {# d’octets} other {# \
    octets}}, et non {size}.
    """,
    "byteSize.tooSmall": """
    Le champ {label} doit compter au moins {min, plural, one {# octet} many {# d’octets} other {# \
    octets}}, et non {size}.
    """,
    "byteSize.unreadable": "Le champ {label} désigne un fichier illisible.",
    "cardExpiry.expired": "Le champ {label} est dépassé\u{A0}: la carte a expiré.",
    "cardExpiry.invalid": "Le champ {label} doit être un mois au format {format}.",
    "cardExpiry.tooFar": """
    Le champ {label} est à plus de {years, plural, one {# an} many {# d’années} other {# ans}} \
    dans l’avenir.
    """,
    "characters.forbidden": "Le champ {label} ne doit pas contenir\u{A0}: {set}.",
    "characters.notAllowed": "Le champ {label} ne doit contenir que\u{A0}: {set}.",
    "characters.tooFew": """
    Le champ {label} doit contenir au moins {min, plural, one {# caractère} many {# de caractères} \
    other {# caractères}} de ce type\u{A0}: {set}.
    """,
    "characters.tooMany": """
    Le champ {label} doit contenir au plus {max, plural, one {# caractère} many {# de caractères} \
    other {# caractères}} de ce type\u{A0}: {set}.
    """,
    "cidr.hostBits":
      "Le champ {label} doit être l’adresse d’un réseau\u{A0}: des bits sont à 1 après le préfixe.",
    "cidr.invalid": "Le champ {label} doit être un bloc d’adresses IP, par exemple 192.0.2.0/24.",
    "cidr.prefix": "Le champ {label} doit avoir un préfixe de {minPrefix} à {maxPrefix} bits.",
    "cidr.version": "Le champ {label} doit être un bloc d’adresses IPv{version}.",
    "color.invalid": "Le champ {label} doit être une couleur, par exemple #1e90ff.",
    "contains.missing": "Le champ {label} doit contenir\u{A0}: {values}.",
    "countryCode.unknown": "Le champ {label} doit être un code de pays, par exemple {example}.",
    "currencyCode.unknown": "Le champ {label} doit être un code de devise, par exemple {example}.",
    "custom.failed": "Le champ {label} ne satisfait pas au contrôle {name}.",
    "date.form": "Le champ {label} doit être une date au format {formats}.",
    "date.invalid": "Le champ {label} doit être une date au format {format}.",
    "dateTime.invalid": "Le champ {label} doit être une date avec l’heure, par exemple {example}.",
    "datetime.invalid":
      "Le champ {label} doit être une date avec l’heure, par exemple 2026-01-31T09:30:00Z.",
    "decimal.invalid": "Le champ {label} doit être un nombre décimal.",
    "decimal.outOfRange": "Le champ {label} a plus de 38 chiffres.",
    "decimal.tooFewDecimals": """
    Le champ {label} doit avoir au moins {minScale, plural, one {# décimale} many {# de décimales} \
    other {# décimales}}.
    """,
    "decimal.tooManyDecimals": """
    Le champ {label} doit {scale, plural, =0 {être un nombre entier} one {avoir au plus # \
    décimale} many {avoir au plus # de décimales} other {avoir au plus # décimales}}.
    """,
    "decimal.tooManyDigits": "Le champ {label} a trop de chiffres.",
    "domain.invalid": "Le champ {label} doit être un nom de domaine, par exemple example.com.",
    "domain.notTopLevel": """
    Le champ {label} ne doit pas être un domaine avec une de ces extensions\u{A0}: {notTopLevels}.
    """,
    "domain.topLevel":
      "Le champ {label} doit être un domaine avec une de ces extensions\u{A0}: {topLevels}.",
    "duration.invalid": "Le champ {label} doit être une durée, par exemple P1DT12H.",
    "ean.checksum": "Le champ {label} n’est pas correct\u{A0}: la clé de contrôle est fausse.",
    "ean.invalid":
      "Le champ {label} doit être un numéro dont le nombre de chiffres est\u{A0}: {lengths}.",
    "email.host": "Le champ {label} contient une adresse e-mail d’un hôte qui n’est pas autorisé.",
    "email.invalid": "Le champ {label} doit être une adresse e-mail, par exemple ana@example.com.",
    "emoji.found": "Le champ {label} ne doit pas contenir d’émojis.",
    "emoji.none": "Le champ {label} doit contenir un émoji.",
    "emoji.other": "Le champ {label} ne doit contenir que des émojis.",
    "endsWith": "Le champ {label} doit se terminer par un de ces textes\u{A0}: {values}.",
    "equals.different": "Le champ {label} doit être égal à {to}.",
    "exists.notFound": "Le champ {label} doit figurer dans {reference}.",
    "exists.unavailable":
      "Le champ {label} n’a pas pu être vérifié\u{A0}: {reference} n’est pas disponible.",
    "false.isTrue": "La réponse au champ {label} doit être non.",
    "file.invalid": "Le champ {label} doit être un fichier.",
    "geoCoordinate.invalid":
      "Le champ {label} doit être une coordonnée en degrés, par exemple 52.5163.",
    "geoCoordinate.range": "Le champ {label} doit être compris entre -{limit} et {limit} degrés.",
    "hash.invalid": "Le champ {label} doit être une empreinte hexadécimale ({algorithm}).",
    "hex.invalid": "Le champ {label} ne doit contenir que des chiffres hexadécimaux.",
    "hex.length": "Le champ {label} n’a pas le bon nombre de chiffres hexadécimaux.",
    "hexColor.invalid": "Le champ {label} doit être une couleur hexadécimale, par exemple #1e90ff.",
    "hostname.invalid": "Le champ {label} doit être un nom d’hôte, par exemple www.example.com.",
    "iban.checksum":
      "Le champ {label} n’est pas un IBAN valide\u{A0}: la clé de contrôle est fausse.",
    "iban.country": "Le champ {label} contient un IBAN d’un pays qui n’est pas accepté ici.",
    "iban.invalid": "Le champ {label} doit être un IBAN, par exemple GB29 NWBK 6016 1331 9268 19.",
    "image.encoding":
      "Le champ {label} doit contenir un fichier en Base64 ou sous forme d’URI data:.",
    "image.invalid": "Le champ {label} doit être une image.",
    "image.notFound": "Le champ {label} désigne un fichier qui n’existe pas.",
    "image.outside": "Le champ {label} doit désigner un fichier du dossier de fichiers.",
    "image.ratioTooLarge": """
    Le champ {label} doit être une image dont le rapport largeur/hauteur est d’au plus \
    {maxRatio}\u{A0}; elle a {width} × {height} pixels.
    """,
    "image.ratioTooSmall": """
    Le champ {label} doit être une image dont le rapport largeur/hauteur est d’au moins \
    {minRatio}\u{A0}; elle a {width} × {height} pixels.
    """,
    "image.tooHigh": """
    Le champ {label} doit être une image d’au plus {maxHeight, plural, one {# pixel} many {# de \
    pixels} other {# pixels}} de haut, et non {height}.
    """,
    "image.tooLow": """
    Le champ {label} doit être une image d’au moins {minHeight, plural, one {# pixel} many {# de \
    pixels} other {# pixels}} de haut, et non {height}.
    """,
    "image.tooNarrow": """
    Le champ {label} doit être une image d’au moins {minWidth, plural, one {# pixel} many {# de \
    pixels} other {# pixels}} de large, et non {width}.
    """,
    "image.tooWide": """
    Le champ {label} doit être une image d’au plus {maxWidth, plural, one {# pixel} many {# de \
    pixels} other {# pixels}} de large, et non {width}.
    """,
    "image.unreadable": "Le champ {label} désigne un fichier illisible.",
    "imei.checksum":
      "Le champ {label} n’est pas un IMEI valide\u{A0}: la clé de contrôle est fausse.",
    "imei.invalid": "Le champ {label} doit être un IMEI de quinze chiffres.",
    "in.notListed": "Le champ {label} doit avoir une de ces valeurs\u{A0}: {values}.",
    "integer.invalid": "Le champ {label} doit être un nombre entier.",
    "integer.outOfRange": "Le champ {label} est trop grand pour un nombre entier.",
    "ip.invalid":
      "Le champ {label} doit être une adresse IP, par exemple 192.0.2.1 ou 2001:db8::1.",
    "ip.network": "Le champ {label} contient une adresse IP d’un réseau qui n’est pas autorisé.",
    "ip.version": "Le champ {label} doit être une adresse IPv{version}.",
    "isbn.checksum":
      "Le champ {label} n’est pas un ISBN valide\u{A0}: la clé de contrôle est fausse.",
    "isbn.invalid": "Le champ {label} doit être un ISBN, par exemple 978-0-306-40615-7.",
    "isin.checksum":
      "Le champ {label} n’est pas un code ISIN valide\u{A0}: la clé de contrôle est fausse.",
    "isin.invalid": "Le champ {label} doit être un code ISIN, par exemple US0378331005.",
    "isoWeek.invalid": "Le champ {label} doit être une semaine, par exemple 2026-W05.",
    "issn.checksum":
      "Le champ {label} n’est pas un ISSN valide\u{A0}: la clé de contrôle est fausse.",
    "issn.invalid": "Le champ {label} doit être un ISSN, par exemple 0378-5955.",
    "json.invalid": "Le champ {label} doit être du JSON.",
    "json.kind": "Le champ {label} doit être du JSON de ce type\u{A0}: {kinds}.",
    "jwt.invalid": "Le champ {label} doit être un JSON Web Token.",
    "lacks.found": "Le champ {label} ne doit pas contenir\u{A0}: {values}.",
    "languageCode.unknown": "Le champ {label} doit être un code de langue, par exemple {example}.",
    "latLong.invalid":
      "Le champ {label} doit être une latitude et une longitude, par exemple 52.5,13.4.",
    "latLong.range": """
    Le champ {label} désigne un lieu hors du globe\u{A0}: la {axis, select, longitude {longitude} \
    other {latitude}} est trop grande.
    """,
    "length.different":
      "Le champ {label} doit compter exactement \(counted("exact"))\(MessageTemplate.known("length", ", et non {length}")).",
    "length.tooLong":
      "Le champ {label} doit compter au plus \(counted("max"))\(MessageTemplate.known("length", ", et non {length}")).",
    "length.tooShort":
      "Le champ {label} doit compter au moins \(counted("min"))\(MessageTemplate.known("length", ", et non {length}")).",
    "list.invalid": "Le champ {label} doit être une liste.",
    "locale.invalid": "Le champ {label} doit être une étiquette de langue, par exemple de-AT.",
    "lowercase": "Le champ {label} ne doit pas contenir de majuscules.",
    "luhn.checksum": "Le champ {label} n’est pas correct\u{A0}: la clé de contrôle est fausse.",
    "luhn.invalid": "Le champ {label} ne doit contenir que des chiffres.",
    "mac.invalid":
      "Le champ {label} doit être une adresse matérielle, par exemple 00:00:5E:00:53:01.",
    "mac.kind":
      "Le champ {label} contient une adresse matérielle d’un type qui n’est pas autorisé.",
    "media.encoding":
      "Le champ {label} doit contenir un fichier en Base64 ou sous forme d’URI data:.",
    "media.notFound": "Le champ {label} désigne un fichier qui n’existe pas.",
    "media.outside": "Le champ {label} doit désigner un fichier du dossier de fichiers.",
    "media.unknown": "Le champ {label} doit être un fichier de ce type\u{A0}: {types}.",
    "media.unreadable": "Le champ {label} désigne un fichier illisible.",
    "media.wrongType":
      "Le champ {label} doit être un fichier de ce type\u{A0}: {types}. Il est de type {found}.",
    "mime.invalid": "Le champ {label} doit être un type de média, par exemple text/html.",
    "mime.type": "Le champ {label} doit être un de ces types de média\u{A0}: {types}.",
    "multipleOf.isNot": """
    Le champ {label} doit être un multiple de {step}{offset, plural, =0 {} other {, compté à \
    partir de {offset}}}.
    """,
    "must.isFalse": "Cette condition doit être remplie\u{A0}: {condition}.",
    "not.satisfied": "Le champ {label} ne doit pas respecter ces règles\u{A0}: {rules}.",
    "notEquals.same": "Le champ {label} ne doit pas être égal à {to}.",
    "notIn.listed": "Le champ {label} ne doit avoir aucune de ces valeurs\u{A0}: {values}.",
    "number.invalid": "Le champ {label} doit être un nombre.",
    "number.outOfRange": "Le champ {label} est un nombre trop grand.",
    "passwordStrength.tooWeak": """
    Le champ {label} doit être un mot de passe plus sûr, de niveau «\u{A0}{min}\u{A0}» au moins.
    """,
    "pattern.mismatch": "Le champ {label} doit correspondre au modèle {pattern}.",
    "pattern.tooComplex": "Le champ {label} est trop long ou trop complexe pour être vérifié.",
    "paymentCard.invalid": "Le champ {label} doit être le numéro d’une carte de paiement.",
    "paymentCard.notAccepted":
      "Le champ {label} doit être le numéro d’une de ces cartes\u{A0}: {types}.",
    "phone.invalid": """
    Le champ {label} doit être un numéro de téléphone{country, plural, =0 {} other { ({country})}}.
    """,
    "phone.type": """
    Le champ {label} doit être un numéro de téléphone {type, select, mobile {mobile} other {fixe}}.
    """,
    "port.invalid": "Le champ {label} doit être un numéro de port de 0 à 65535.",
    "port.range": "Le champ {label} doit être un port de {min} à {max}.",
    "postcode.invalid":
      "Le champ {label} doit être un code postal{country, plural, =0 {} other { ({country})}}.",
    "price.invalid": "Le champ {label} doit être un montant, par exemple 12.50.",
    "range.notAbove": """
    Le champ {label} doit être {kind, select, time {postérieur} other {supérieur}} à \
    {minExclusive}.
    """,
    "range.notBelow": """
    Le champ {label} doit être {kind, select, time {antérieur} other {inférieur}} à {maxExclusive}.
    """,
    "range.tooLarge": """
    Le champ {label} {kind, select, time {ne doit pas être postérieur à} other {doit être au plus \
    égal à}} {max}.
    """,
    "range.tooSmall": """
    Le champ {label} {kind, select, time {ne doit pas être antérieur à} other {doit être au moins \
    égal à}} {min}.
    """,
    "remote.refused": "Le champ {label} a été refusé par un contrôle en ligne.",
    "remote.unavailable":
      "Le champ {label} n’a pas pu être vérifié\u{A0}: le service n’a pas répondu.",
    "required": "Le champ {label} est obligatoire.",
    "semver.invalid": "Le champ {label} doit être une version, par exemple 1.4.0 ou 2.0.0-rc.1.",
    "semver.part": """
    Le champ {label} doit être une version sans {part, select, build {métadonnées de build} other \
    {identifiant de préversion}}.
    """,
    "slug.invalid":
      "Le champ {label} doit être un nom court pour adresses web, par exemple ma-page.",
    "startsWith": "Le champ {label} doit commencer par un de ces textes\u{A0}: {values}.",
    "text.invalid": "Le champ {label} doit être une valeur unique.",
    "time.form": "Le champ {label} doit être une heure, par exemple {example}.",
    "time.invalid": "Le champ {label} doit être une heure au format HH:MM ou HH:MM:SS.",
    "trimmed": "Le champ {label} ne doit ni commencer ni se terminer par un espace.",
    "true.isFalse": "La réponse au champ {label} doit être oui.",
    "ulid.invalid": "Le champ {label} doit être un ULID, par exemple 01ARZ3NDEKTSV4RRFFQ69G5FAV.",
    "unique.repeated": """
    {fields}\u{A0}: un enregistrement précédent a {fields, plural, one {la même valeur} many {les \
    mêmes valeurs} other {les mêmes valeurs}}.
    """,
    "unique.stored": """
    {fields}\u{A0}: un enregistrement existant a {fields, plural, one {la même valeur} many {les \
    mêmes valeurs} other {les mêmes valeurs}}.
    """,
    "uppercase": "Le champ {label} ne doit pas contenir de minuscules.",
    "url.host": "Le champ {label} contient l’adresse web d’un hôte qui n’est pas autorisé.",
    "url.invalid":
      "Le champ {label} doit être une adresse web, par exemple https://www.example.com/.",
    "url.part": """
    Le champ {label} doit être une adresse web {part, select, userinfo {sans nom d’utilisateur} \
    port {sans port} missingPort {avec un port} query {sans requête} other {sans fragment}}.
    """,
    "url.scheme": """
    Le champ {label} doit être une adresse web qui commence par un de ces schémas\u{A0}: {schemes}.
    """,
    "uuid.invalid":
      "Le champ {label} doit être un UUID, par exemple f81d4fae-7dec-41d0-a765-00a0c91e6bf6.",
    "uuid.version": "Le champ {label} doit être un UUID d’une de ces versions\u{A0}: {versions}.",
    "vat.checksum":
      "Le champ {label} n’est pas un numéro de TVA valide\u{A0}: la clé de contrôle est fausse.",
    "vat.invalid":
      "Le champ {label} doit être un numéro de TVA d’un de ces pays\u{A0}: {countries}.",

    "csv.tooFewFields": """
    L’enregistrement a {found, plural, one {# champ} many {# de champs} other {# champs}}, il en \
    faut {expected}.
    """,
    "csv.tooManyFields": """
    L’enregistrement a {found, plural, one {# champ} many {# de champs} other {# champs}}, il ne \
    doit en avoir que {expected}.
    """,
    "csv.strayQuote": """
    Un guillemet se trouve là où il ne doit pas y en avoir\u{A0}: mettez toute la cellule entre \
    guillemets et doublez ceux qu’elle contient.
    """,
    "csv.unterminatedQuote": "Un guillemet s’ouvre ici et ne se ferme jamais.",
    "csv.encoding": "Les octets ne sont pas du texte dans le codage du fichier.",
    "csv.nul": "L’enregistrement contient un octet NUL.",
    "csv.tooLong": "L’enregistrement est plus long que permis.",
    "json.syntax": "La ligne n’est pas du JSON.",
    "json.duplicateKey": "Une clé figure deux fois dans l’objet.",
    "json.tooDeep": "Le JSON est imbriqué trop profondément.",
    "json.notAnObject": "La ligne est du JSON, mais pas un objet.",
    "json.tooManyKeys": "L’objet a une nouvelle clé, et il y a déjà trop de colonnes.",

    "list.or": " ou ",
    "list.separator": ", ",
    "term.record": "L’enregistrement",
    "term.readable": "L’enregistrement est lisible.",
    "term.now": "maintenant",
    "term.today": "aujourd’hui",
    "term.ISO 8601": "ISO 8601",
    "term.YYYY-MM-DD": "AAAA-MM-JJ",
    "term.character": "caractères",
    "term.scalar": "points de code",
    "term.utf16": "unités UTF-16",
    "term.utf8": "octets",
    "term.item": "éléments",
    "term.digit": "chiffres",
    "term.letter": "lettres",
    "term.upper": "majuscules",
    "term.lower": "minuscules",
    "term.alphanumeric": "lettres et chiffres",
    "term.space": "espaces",
    "term.symbol": "symboles",
    "term.punctuation": "signes de ponctuation",
    "term.control": "caractères de contrôle",
    "term.ascii": "caractères ASCII",
    "term.object": "objet",
    "term.array": "tableau",
    "term.string": "chaîne",
    "term.number": "nombre",
    "term.boolean": "vrai ou faux",
    "term.null": "null",
    "term.image": "image",
    "term.video": "vidéo",
    "term.audio": "audio",
    "term.archive": "archive",
    "term.document": "document",
    "term.text": "texte",
    "term.font": "police",
    "term.executable": "programme",
    "term.veryWeak": "très faible",
    "term.weak": "faible",
    "term.medium": "moyen",
    "term.strong": "fort",
    "term.veryStrong": "très fort",
  ]

  private static func counted(_ name: String) -> String {
    MessageTemplate.counted(
      name, character: "one {# caractère} many {# de caractères} other {# caractères}",
      scalar: "one {# point de code} many {# de points de code} other {# points de code}",
      utf16: "one {# unité UTF-16} many {# d’unités UTF-16} other {# unités UTF-16}",
      utf8: "one {# octet} many {# d’octets} other {# octets}",
      item: "one {# élément} many {# d’éléments} other {# éléments}")
  }
}
