import FormRules
import Testing

/// A rule built in Swift, and the same as an item of a YAML list.
struct FluentRule: Sendable, CustomTestStringConvertible {
  let built: RuleEntry
  let yaml: String
  /// The type of the field that it stands on; nil for a rule of the record.
  let type: FieldType?

  init(_ built: RuleEntry, _ yaml: String, on type: FieldType? = .text) {
    self.built = built
    self.yaml = yaml
    self.type = type
  }

  var testDescription: String { yaml }
}

extension FluentRule {
  /// At least one row for every rule, and each of its parameters at least once.
  static let all: [FluentRule] =
    presence + comparison + text + files + net + codes + notation + data

  private static let presence: [FluentRule] = [
    .init(.required, "required"),
    .init(.blank, "blank"),
    .init(.unique(), "unique"),
    .init(
      .unique(ever: true, normalize: .nfc, ignoreCase: true),
      "unique: {ever: true, normalize: nfc, ignoreCase: true}"),
    .init(.unique("value", "other"), "unique: [value, other]", on: nil),
    .init(.must("value = other").at("other"), "{must: value = other, at: other}", on: nil),
    .init(.all(.email(), .length(max: 20)), "all: [email, length: {max: 20}]"),
    .init(
      .each(.email(), .length(max: 20)), "each: [email, length: {max: 20}]", on: .list()),
    .init(.any(.ip(version: .four), .hostname()), "any: [ip: 4, hostname]"),
    .init(
      .any(.pattern("a+", mode: .search), .in(["x"])),
      "any: [{pattern: a+, mode: search}, in: x]"),
    .init(.not(.in(["a", "b"])), "not: {in: [a, b]}"),
    .init(.use("slug"), "use: slug"),
    .init(
      .use("atg.length", ["min": 2, "ignore": ["a", "b"]]),
      "{use: atg.length, min: 2, ignore: [a, b]}"),
    .init(
      .any(.email().trimmed(), .pattern("a", mode: .search).code("x")),
      "any: [{email: , trim: true}, {pattern: a, mode: search, code: x}]"),
    .init(.custom("luhn"), "custom: luhn"),
    .init(.custom("test.words", args: ["min": "2"]), "custom: {name: test.words, args: {min: 2}}"),
  ]

  private static let comparison: [FluentRule] = [
    .init(.equals("yes"), "equals: yes"),
    .init(.equals("é", normalize: .nfc), "equals: {to: é, normalize: nfc}"),
    .init(.notEquals("é", normalize: .nfc), "notEquals: {to: é, normalize: nfc}"),
    .init(.in(["é"], normalize: .nfc), "in: {values: [é], normalize: nfc}"),
    .init(.notIn(["é"], normalize: .nfc), "notIn: {values: [é], normalize: nfc}"),
    .init(.equals(true), "equals: true", on: .boolean()),
    .init(.equals(.field("other")), "equals: {field: other}"),
    .init(.equals(.parameter("limit")), "equals: {param: limit}"),
    .init(.notEquals(-1), "notEquals: {to: -1}", on: .integer),
    .init(.notEquals(.field("other")), "notEquals: {field: other}"),
    .init(.notEquals(.parameter("limit")), "notEquals: {param: limit}"),
    .init(.range(min: 0, max: "0.30"), "range: {min: 0, max: 0.30}", on: .decimal()),
    .init(.range(min: .today), "range: {min: today}", on: .date()),
    .init(
      .range(minExclusive: 0.5, maxExclusive: 1e-5),
      "range: {minExclusive: 0.5, maxExclusive: 1e-05}", on: .number),
    .init(.multipleOf("0.05", offset: 1), "multipleOf: {step: 0.05, offset: 1}", on: .decimal()),
    .init(.in(["DE", "NO"]), "in: [DE, NO]"),
    .init(.in(["a"], ignoreCase: false), "{in: a, ignoreCase: false}"),
    .init(.in([1, 2]), "in: {values: [1, 2]}", on: .integer),
    .init(.in(list: "countries"), "in: {list: countries}"),
    .init(.notIn([1.5]), "notIn: 1.5", on: .number),
    .init(
      .notIn(list: "countries", ignoreCase: true), "notIn: {list: countries, ignoreCase: true}"),
    .init(.notIn(["x", "y"]), "notIn: [x, y]", on: .list()),
    .init(
      .exists(
        file: "c.csv", column: "code", header: true, values: ["DE", "FR"], ignoreCase: true),
      "exists: {file: c.csv, column: code, header: true, values: [DE, FR], ignoreCase: true}"),
    .init(.exists(file: "c.csv"), "exists: {file: c.csv}"),
    .init(
      .exists(form: "people", field: "id", ignoreCase: false),
      "exists: {form: people, field: id, ignoreCase: false}"),
    .init(.true(), "'true'", on: .boolean()),
    .init(.true(coerce: .number), "'true': {coerce: number}"),
    .init(.false(coerce: .number), "'false': {coerce: number}"),
    .init(.before("2026-01-01"), "before: 2026-01-01", on: .date()),
    .init(
      .before(.parameter("day"), orEqual: true), "before: {param: day, orEqual: true}", on: .date()),
    .init(.before(.field("end")), "before: {field: end}", on: .date()),
    .init(.after(.now, orEqual: true), "{after: now, orEqual: true}", on: .datetime()),
    .init(.after(.parameter("day")), "after: {param: day}", on: .date()),
    .init(.after(.field("end")), "after: {field: end}", on: .date()),
    .init(
      .between("2026-01-01", and: .field("end"), inclusive: false),
      "between: {from: 2026-01-01, to: {field: end}, inclusive: false}", on: .date()),
  ]

  private static let files: [FluentRule] = [
    .init(
      .byteSize(min: 1, max: 8000, encoding: .base64),
      "byteSize: {min: 1, max: 8000, encoding: base64}", on: .file),
    .init(.byteSize(max: 5, encoding: .utf8), "byteSize: {max: 5, encoding: none}"),
    .init(.media(.image, .video), "media: [image, video]", on: .file),
    .init(
      .media(types: ["pdf"], encoding: .base64), "media: {types: pdf, encoding: base64}", on: .file),
    .init(
      .image(
        minWidth: 1, maxWidth: 2, minHeight: 3, maxHeight: 4, minRatio: 0.5, maxRatio: "16:9",
        encoding: .path),
      """
      image: {minWidth: 1, maxWidth: 2, minHeight: 3, maxHeight: 4, minRatio: 0.5, \
      maxRatio: '16:9', encoding: path}
      """, on: .file),
    .init(
      .image(minSize: 100, maxSize: "640x480"), "image: {minSize: 100, maxSize: 640x480}", on: .file
    ),
  ]

  private static let text: [FluentRule] = [
    .init(.length(min: 2, max: 5), "length: {min: 2, max: 5}"),
    .init(
      .length(exact: 3, unit: .utf16, ignore: [.space, "-"]),
      "length: {exact: 3, unit: utf16, ignore: [space, '-']}"),
    .init(.pattern("[a-z]+"), "pattern: '[a-z]+'"),
    .init(
      .pattern("a: b", mode: .once, ignoreCase: true),
      "{pattern: 'a: b', mode: once, ignoreCase: true}"),
    .init(.pattern("a", mode: .search), "pattern: {pattern: a, mode: search}"),
    .init(.characters(.digit), "characters: digit"),
    .init(
      .characters(.upper, "-", min: 1, max: 3, ascii: true, ignore: [.space]),
      "characters: {set: [upper, '-'], min: 1, max: 3, ascii: true, ignore: space}"),
    .init(
      .characters(.letter, mode: .only, whitespace: true),
      "{characters: letter, mode: only, whitespace: true}"),
    .init(.alpha(alphabet: "de", ignore: [.space]), "alpha: {alphabet: de, ignore: space}"),
    .init(
      .alphanumeric(alphabet: "unicode", ignore: ["-"]), "{alphanumeric: unicode, ignore: '-'}"),
    .init(.ascii(printable: true), "ascii: true"),
    .init(.pattern("a", unicode: true), "{pattern: a, unicode: true}"),
    .init(.lowercase, "lowercase"),
    .init(.uppercase, "uppercase"),
    .init(.trimmed(at: .start), "trimmed: {at: start}"),
    .init(
      .emoji(present: true, only: true, profile: .loose),
      "emoji: {present: true, only: true, profile: loose}"),
    .init(
      .contains("a", "b", ignoreCase: true, times: 2),
      "{contains: [a, b], ignoreCase: true, times: 2}"),
    .init(.contains("x"), "contains: x", on: .list()),
    .init(.lacks("a", ignoreCase: true), "{lacks: a, ignoreCase: true}"),
    .init(.startsWith("a", "b", ignoreCase: false), "{startsWith: [a, b], ignoreCase: false}"),
    .init(.endsWith("x", ignoreCase: true), "endsWith: {values: [x], ignoreCase: true}"),
    .init(.passwordStrength(min: .medium), "passwordStrength: medium"),
    .init(
      .slug(profile: .loose, underscores: true, international: true),
      "{slug: loose, underscores: true, international: true}"),
  ]

  private static let net: [FluentRule] = [
    .init(.email(), "email"),
    .init(.email(profile: .html), "email: html"),
    .init(.email(profile: .html), "email: {profile: html}"),
    .init(
      .email(displayName: .optional, hosts: ["*.example.com"], notHosts: ["a.example.com"]),
      "email: {displayName: optional, hosts: '*.example.com', notHosts: [a.example.com]}"),
    .init(
      .email(quoted: true, underscores: true), "email: {quoted: true, underscores: true}"),
    .init(.hostname(addresses: true, port: true), "hostname: {addresses: true, port: true}"),
    .init(.mime(comments: true, charset: .text), "mime: {comments: true, charset: text}"),
    .init(
      .url(
        schemes: ["https"], schemeRequired: false, schemeRelative: true, hostRequired: true,
        localHosts: true, underscores: true, international: false, hosts: ["*.example.com"],
        notHosts: ["a.example.com"], userinfo: false, port: .optional, query: false,
        fragment: false, profile: .standard),
      """
      url: {schemes: https, schemeRequired: false, schemeRelative: true, hostRequired: true, \
      localHosts: true, underscores: true, international: false, hosts: '*.example.com', \
      notHosts: [a.example.com], userinfo: false, port: optional, query: false, fragment: false, \
      profile: standard}
      """),
    .init(
      .ip(
        version: .six, prefix: true, zone: true, profile: .standard, networks: ["2001:db8::/32"],
        notNetworks: ["2001:db8::/64"]),
      """
      {ip: 6, prefix: true, zone: true, profile: standard, networks: '2001:db8::/32', \
      notNetworks: ['2001:db8::/64']}
      """),
    .init(
      .cidr(version: .four, minPrefix: 8, maxPrefix: 24, hostBits: false, masks: true),
      "cidr: {version: 4, minPrefix: 8, maxPrefix: 24, hostBits: false, masks: true}"),
    .init(
      .domain(
        topLevels: ["com", "org"], international: false, underscores: true, wildcard: true,
        trailingDot: true),
      """
      {domain: [com, org], international: false, underscores: true, wildcard: true, \
      trailingDot: true}
      """),
    .init(.domain(notTopLevels: ["test"]), "domain: {notTopLevels: [test]}"),
    .init(
      .hostname(
        topLevel: true, numeric: false, international: true, underscores: true, trailingDot: true),
      """
      hostname: {topLevel: true, numeric: false, international: true, underscores: true, \
      trailingDot: true}
      """),
    .init(.port(min: 1024, max: 65535), "port: {min: 1024, max: 65535}"),
    .init(
      .mac(
        eui: .bits64, separators: [":", "-"], cast: .unicast, administration: .universal,
        broadcast: .false),
      """
      mac: {eui: 64, separators: [':', '-'], cast: unicast, administration: universal, \
      broadcast: false}
      """),
    .init(.remote("https://example.com/v"), "remote: https://example.com/v"),
    .init(
      .remote("https://example.com/v", extra: ["b": "1", "a": "2"], key: "extras", timeout: 5),
      "{remote: https://example.com/v, extra: {a: 2, b: 1}, key: extras, timeout: 5}"),
    .init(.mime(types: ["image"], parameters: false), "{mime: image, parameters: false}"),
  ]

  private static let codes: [FluentRule] = [
    .init(
      .paymentCard(types: [.visa, .amex], luhn: false, strip: .nonDigits),
      "{paymentCard: [visa, amex], luhn: false, strip: nonDigits}"),
    .init(.cardExpiry(format: "MM-yyyy", years: 10), "cardExpiry: {format: MM-yyyy, years: 10}"),
    .init(
      .phone(
        countries: ["DE"], format: .national, type: .mobile, separators: false, profile: .valid),
      "{phone: DE, format: national, type: mobile, separators: false, profile: valid}"),
    .init(.postcode("GB"), "postcode: GB"),
    .init(.postcode("GBR", "SWE"), "postcode: {country: [GBR, SWE]}"),
    .init(
      .iban(countries: ["DE"], registered: true, spaces: false, lowerCase: false),
      "{iban: DE, registered: true, spaces: false, lowerCase: false}"),
    .init(.iban(notCountries: ["FR"]), "iban: {notCountries: FR}"),
    .init(
      .bic(countries: ["DE"], branch: .required, lowerCase: true, digits: true),
      "bic: {countries: [DE], branch: required, lowerCase: true, digits: true}"),
    .init(
      .vat(countries: ["DE", "GR"], prefix: .required, checksum: false, separators: false),
      "{vat: [DE, GR], prefix: required, checksum: false, separators: false}"),
    .init(
      .isbn(version: .thirteen, checksum: false, label: true),
      "isbn: {version: 13, checksum: false, label: true}"),
    .init(.issn(hyphen: .required, lowerCase: false), "issn: {hyphen: required, lowerCase: false}"),
    .init(.ean(lengths: [8, 13], checksum: false), "{ean: [8, 13], checksum: false}"),
    .init(.isin, "isin"),
    .init(.imei(separators: false), "imei: false"),
    .init(.luhn(separators: true), "luhn: {separators: true}"),
    .init(.luhn(ignore: [.space], from: .left), "luhn: {ignore: space, from: left}"),
    .init(.phone(extension: true), "phone: {extension: true}"),
    .init(
      .paymentCard(ranges: [.init(.visa, prefixes: ["4", "51-55"], lengths: ["13", "16-19"])]),
      "paymentCard: {ranges: [{type: visa, prefixes: [4, 51-55], lengths: [13, 16-19]}]}"),
    .init(
      .countryCode(form: .alpha3, ignoreCase: true, also: ["XKX"]),
      "{countryCode: alpha3, ignoreCase: true, also: XKX}"),
    .init(
      .currencyCode(form: .alpha, ignoreCase: true, also: ["BTC"]),
      "currencyCode: {form: alpha, ignoreCase: true, also: [BTC]}"),
    .init(.languageCode(form: .any, ignoreCase: true), "{languageCode: any, ignoreCase: true}"),
    .init(.locale(underscore: false), "locale: {underscore: false}"),
  ]

  private static let notation: [FluentRule] = [
    .init(
      .integer(sign: .minus, leadingZeros: false, group: ","),
      "integer: {sign: minus, leadingZeros: false, group: ','}"),
    .init(
      .decimal(
        scale: 2, minScale: 1, whole: 5, digits: 7, point: ",", group: ".", sign: .unsigned,
        leadingZeros: false),
      """
      decimal: {scale: 2, minScale: 1, whole: 5, digits: 7, point: ',', group: '.', sign: none, \
      leadingZeros: false}
      """),
    .init(
      .number(point: ",", group: ".", sign: .any, leadingZeros: true),
      "number: {point: ',', group: '.', sign: any, leadingZeros: true}"),
    .init(
      .price(
        decimals: [0, 2], decimalsRequired: true, separators: ["."], group: ",",
        symbols: ["$", "EUR"], symbolRequired: true, symbolAt: .before, space: true,
        negative: [.leading, .parentheses]),
      """
      price: {decimals: [0, 2], decimalsRequired: true, separators: '.', group: ',', \
      symbols: [$, EUR], symbolRequired: true, symbolAt: before, space: true, \
      negative: [leading, parentheses]}
      """),
    .init(.integer(zeroFraction: true), "integer: {zeroFraction: true}"),
    .init(.price(leadingZero: false), "price: {leadingZero: false}"),
    .init(
      .boolean(yes: ["on"], no: ["off"], ignoreCase: false),
      "boolean: {yes: on, no: off, ignoreCase: false}"),
    .init(.date(formats: ["dd/MM/yyyy"]), "date: dd/MM/yyyy"),
    .init(.date(profile: .iso8601), "date: {profile: iso8601}"),
    .init(
      .time(
        seconds: .required, fraction: false, zone: .optional, clock: 24, shortHours: true,
        profile: .plain),
      """
      time: {seconds: required, fraction: false, zone: optional, clock: 24, shortHours: true, \
      profile: plain}
      """),
    .init(
      .dateTime(profile: .iso8601, zone: .required, dateAlone: false, separator: .t),
      "dateTime: {profile: iso8601, zone: required, dateAlone: false, separator: T}"),
    .init(.duration(profile: .rfc3339, signed: true), "{duration: rfc3339, signed: true}"),
    .init(.isoWeek, "isoWeek"),
    .init(
      .geoCoordinate(axis: .latitude, minDecimals: 2, maxDecimals: 6, profile: .standard),
      "{geoCoordinate: latitude, minDecimals: 2, maxDecimals: 6, profile: standard}"),
    .init(
      .latLong(form: .any, order: .longLat, parentheses: false),
      "latLong: {form: any, order: longLat, parentheses: false}"),
  ]

  private static let data: [FluentRule] = [
    .init(
      .uuid(versions: [4, 7], nil: false, max: false, forms: [.plain, .urn], profile: .standard),
      "{uuid: [4, 7], 'nil': false, max: false, forms: [plain, urn], profile: standard}"),
    .init(.ulid, "ulid"),
    .init(
      .semver(prefix: true, prerelease: false, build: false),
      "semver: {prefix: true, prerelease: false, build: false}"),
    .init(.json(kinds: [.object]), "json: object"),
    .init(.jwt(unsecured: true), "jwt: {unsecured: true}"),
    .init(.hash(.sha256, .sha512_256), "hash: [sha256, sha512-256]"),
    .init(.hex(prefix: .required, bytes: 4), "{hex: required, bytes: 4}"),
    .init(.hex(even: true), "hex: {even: true}"),
    .init(
      .base32(alphabet: .hex, padding: .optional, lowerCase: true),
      "{base32: hex, padding: optional, lowerCase: true}"),
    .init(.base64(urlSafe: true, padding: .required), "base64: {urlSafe: true, padding: required}"),
    .init(.base64(lineBreaks: true), "base64: {lineBreaks: true}"),
    .init(
      .color(forms: [.hex, .rgb], profile: .css3, percentages: false, spaces: false),
      "{color: [hex, rgb], profile: css3, percentages: false, spaces: false}"),
    .init(
      .hexColor(hash: .required, short: false, alpha: true),
      "{hexColor: required, short: false, alpha: true}"),
  ]
}
