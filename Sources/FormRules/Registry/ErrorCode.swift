/// The codes of `ValidationError`s, for comparison with `ValidationError.code` and for
/// `RuleEntry.code`. Written by `RECORD=1 swift test` from the
/// documentation of the rules: do not edit.
public enum ErrorCode {
  /// `after.before`
  public static let afterBefore = "after.before"
  /// `after.notAfter`
  public static let afterNotAfter = "after.notAfter"
  /// `alpha.other`
  public static let alphaOther = "alpha.other"
  /// `alphanumeric.other`
  public static let alphanumericOther = "alphanumeric.other"
  /// `any.none`
  public static let anyNone = "any.none"
  /// `ascii.control`
  public static let asciiControl = "ascii.control"
  /// `ascii.other`
  public static let asciiOther = "ascii.other"
  /// `base32.invalid`
  public static let base32Invalid = "base32.invalid"
  /// `base64.invalid`
  public static let base64Invalid = "base64.invalid"
  /// `before.after`
  public static let beforeAfter = "before.after"
  /// `before.notBefore`
  public static let beforeNotBefore = "before.notBefore"
  /// `between.outside`
  public static let betweenOutside = "between.outside"
  /// `bic.country`
  public static let bicCountry = "bic.country"
  /// `bic.invalid`
  public static let bicInvalid = "bic.invalid"
  /// `blank`
  public static let blank = "blank"
  /// `boolean.invalid`
  public static let booleanInvalid = "boolean.invalid"
  /// `byteSize.encoding`
  public static let byteSizeEncoding = "byteSize.encoding"
  /// `byteSize.notFound`
  public static let byteSizeNotFound = "byteSize.notFound"
  /// `byteSize.outside`
  public static let byteSizeOutside = "byteSize.outside"
  /// `byteSize.tooLarge`
  public static let byteSizeTooLarge = "byteSize.tooLarge"
  /// `byteSize.tooSmall`
  public static let byteSizeTooSmall = "byteSize.tooSmall"
  /// `byteSize.unreadable`
  public static let byteSizeUnreadable = "byteSize.unreadable"
  /// `cardExpiry.expired`
  public static let cardExpiryExpired = "cardExpiry.expired"
  /// `cardExpiry.invalid`
  public static let cardExpiryInvalid = "cardExpiry.invalid"
  /// `cardExpiry.tooFar`
  public static let cardExpiryTooFar = "cardExpiry.tooFar"
  /// `characters.forbidden`
  public static let charactersForbidden = "characters.forbidden"
  /// `characters.notAllowed`
  public static let charactersNotAllowed = "characters.notAllowed"
  /// `characters.tooFew`
  public static let charactersTooFew = "characters.tooFew"
  /// `characters.tooMany`
  public static let charactersTooMany = "characters.tooMany"
  /// `cidr.hostBits`
  public static let cidrHostBits = "cidr.hostBits"
  /// `cidr.invalid`
  public static let cidrInvalid = "cidr.invalid"
  /// `cidr.prefix`
  public static let cidrPrefix = "cidr.prefix"
  /// `cidr.version`
  public static let cidrVersion = "cidr.version"
  /// `color.invalid`
  public static let colorInvalid = "color.invalid"
  /// `contains.missing`
  public static let containsMissing = "contains.missing"
  /// `countryCode.unknown`
  public static let countryCodeUnknown = "countryCode.unknown"
  /// `currencyCode.unknown`
  public static let currencyCodeUnknown = "currencyCode.unknown"
  /// `custom.failed`
  public static let customFailed = "custom.failed"
  /// `custom.unavailable`
  public static let customUnavailable = "custom.unavailable"
  /// `date.form`
  public static let dateForm = "date.form"
  /// `date.invalid`
  public static let dateInvalid = "date.invalid"
  /// `dateTime.invalid`
  public static let dateTimeInvalid = "dateTime.invalid"
  /// `datetime.invalid`
  public static let datetimeInvalid = "datetime.invalid"
  /// `decimal.invalid`
  public static let decimalInvalid = "decimal.invalid"
  /// `decimal.outOfRange`
  public static let decimalOutOfRange = "decimal.outOfRange"
  /// `decimal.tooFewDecimals`
  public static let decimalTooFewDecimals = "decimal.tooFewDecimals"
  /// `decimal.tooManyDecimals`
  public static let decimalTooManyDecimals = "decimal.tooManyDecimals"
  /// `decimal.tooManyDigits`
  public static let decimalTooManyDigits = "decimal.tooManyDigits"
  /// `depends.minority`
  public static let dependsMinority = "depends.minority"
  /// `depends.missing`
  public static let dependsMissing = "depends.missing"
  /// `depends.tie`
  public static let dependsTie = "depends.tie"
  /// `domain.invalid`
  public static let domainInvalid = "domain.invalid"
  /// `domain.notTopLevel`
  public static let domainNotTopLevel = "domain.notTopLevel"
  /// `domain.topLevel`
  public static let domainTopLevel = "domain.topLevel"
  /// `duration.invalid`
  public static let durationInvalid = "duration.invalid"
  /// `ean.checksum`
  public static let eanChecksum = "ean.checksum"
  /// `ean.invalid`
  public static let eanInvalid = "ean.invalid"
  /// `email.host`
  public static let emailHost = "email.host"
  /// `email.invalid`
  public static let emailInvalid = "email.invalid"
  /// `emoji.found`
  public static let emojiFound = "emoji.found"
  /// `emoji.none`
  public static let emojiNone = "emoji.none"
  /// `emoji.other`
  public static let emojiOther = "emoji.other"
  /// `endsWith`
  public static let endsWith = "endsWith"
  /// `equals.different`
  public static let equalsDifferent = "equals.different"
  /// `exists.notFound`
  public static let existsNotFound = "exists.notFound"
  /// `exists.unavailable`
  public static let existsUnavailable = "exists.unavailable"
  /// `false.isTrue`
  public static let falseIsTrue = "false.isTrue"
  /// `file.invalid`
  public static let fileInvalid = "file.invalid"
  /// `geoCoordinate.invalid`
  public static let geoCoordinateInvalid = "geoCoordinate.invalid"
  /// `geoCoordinate.range`
  public static let geoCoordinateRange = "geoCoordinate.range"
  /// `hash.invalid`
  public static let hashInvalid = "hash.invalid"
  /// `hex.invalid`
  public static let hexInvalid = "hex.invalid"
  /// `hex.length`
  public static let hexLength = "hex.length"
  /// `hexColor.invalid`
  public static let hexColorInvalid = "hexColor.invalid"
  /// `hostname.invalid`
  public static let hostnameInvalid = "hostname.invalid"
  /// `iban.checksum`
  public static let ibanChecksum = "iban.checksum"
  /// `iban.country`
  public static let ibanCountry = "iban.country"
  /// `iban.invalid`
  public static let ibanInvalid = "iban.invalid"
  /// `image.encoding`
  public static let imageEncoding = "image.encoding"
  /// `image.invalid`
  public static let imageInvalid = "image.invalid"
  /// `image.notFound`
  public static let imageNotFound = "image.notFound"
  /// `image.outside`
  public static let imageOutside = "image.outside"
  /// `image.ratioTooLarge`
  public static let imageRatioTooLarge = "image.ratioTooLarge"
  /// `image.ratioTooSmall`
  public static let imageRatioTooSmall = "image.ratioTooSmall"
  /// `image.tooHigh`
  public static let imageTooHigh = "image.tooHigh"
  /// `image.tooLow`
  public static let imageTooLow = "image.tooLow"
  /// `image.tooNarrow`
  public static let imageTooNarrow = "image.tooNarrow"
  /// `image.tooWide`
  public static let imageTooWide = "image.tooWide"
  /// `image.unreadable`
  public static let imageUnreadable = "image.unreadable"
  /// `imei.checksum`
  public static let imeiChecksum = "imei.checksum"
  /// `imei.invalid`
  public static let imeiInvalid = "imei.invalid"
  /// `in.notListed`
  public static let inNotListed = "in.notListed"
  /// `integer.invalid`
  public static let integerInvalid = "integer.invalid"
  /// `integer.outOfRange`
  public static let integerOutOfRange = "integer.outOfRange"
  /// `ip.invalid`
  public static let ipInvalid = "ip.invalid"
  /// `ip.network`
  public static let ipNetwork = "ip.network"
  /// `ip.version`
  public static let ipVersion = "ip.version"
  /// `isbn.checksum`
  public static let isbnChecksum = "isbn.checksum"
  /// `isbn.invalid`
  public static let isbnInvalid = "isbn.invalid"
  /// `isin.checksum`
  public static let isinChecksum = "isin.checksum"
  /// `isin.invalid`
  public static let isinInvalid = "isin.invalid"
  /// `isoWeek.invalid`
  public static let isoWeekInvalid = "isoWeek.invalid"
  /// `issn.checksum`
  public static let issnChecksum = "issn.checksum"
  /// `issn.invalid`
  public static let issnInvalid = "issn.invalid"
  /// `json.invalid`
  public static let jsonInvalid = "json.invalid"
  /// `json.kind`
  public static let jsonKind = "json.kind"
  /// `jwt.invalid`
  public static let jwtInvalid = "jwt.invalid"
  /// `lacks.found`
  public static let lacksFound = "lacks.found"
  /// `languageCode.unknown`
  public static let languageCodeUnknown = "languageCode.unknown"
  /// `latLong.invalid`
  public static let latLongInvalid = "latLong.invalid"
  /// `latLong.range`
  public static let latLongRange = "latLong.range"
  /// `length.different`
  public static let lengthDifferent = "length.different"
  /// `length.tooLong`
  public static let lengthTooLong = "length.tooLong"
  /// `length.tooShort`
  public static let lengthTooShort = "length.tooShort"
  /// `list.invalid`
  public static let listInvalid = "list.invalid"
  /// `locale.invalid`
  public static let localeInvalid = "locale.invalid"
  /// `lowercase`
  public static let lowercase = "lowercase"
  /// `luhn.checksum`
  public static let luhnChecksum = "luhn.checksum"
  /// `luhn.invalid`
  public static let luhnInvalid = "luhn.invalid"
  /// `mac.invalid`
  public static let macInvalid = "mac.invalid"
  /// `mac.kind`
  public static let macKind = "mac.kind"
  /// `media.encoding`
  public static let mediaEncoding = "media.encoding"
  /// `media.notFound`
  public static let mediaNotFound = "media.notFound"
  /// `media.outside`
  public static let mediaOutside = "media.outside"
  /// `media.unknown`
  public static let mediaUnknown = "media.unknown"
  /// `media.unreadable`
  public static let mediaUnreadable = "media.unreadable"
  /// `media.wrongType`
  public static let mediaWrongType = "media.wrongType"
  /// `mime.invalid`
  public static let mimeInvalid = "mime.invalid"
  /// `mime.type`
  public static let mimeType = "mime.type"
  /// `multipleOf.isNot`
  public static let multipleOfIsNot = "multipleOf.isNot"
  /// `must.isFalse`
  public static let mustIsFalse = "must.isFalse"
  /// `not.satisfied`
  public static let notSatisfied = "not.satisfied"
  /// `notEquals.same`
  public static let notEqualsSame = "notEquals.same"
  /// `notIn.listed`
  public static let notInListed = "notIn.listed"
  /// `number.invalid`
  public static let numberInvalid = "number.invalid"
  /// `number.outOfRange`
  public static let numberOutOfRange = "number.outOfRange"
  /// `passwordStrength.tooWeak`
  public static let passwordStrengthTooWeak = "passwordStrength.tooWeak"
  /// `pattern.mismatch`
  public static let patternMismatch = "pattern.mismatch"
  /// `pattern.tooComplex`
  public static let patternTooComplex = "pattern.tooComplex"
  /// `paymentCard.invalid`
  public static let paymentCardInvalid = "paymentCard.invalid"
  /// `paymentCard.notAccepted`
  public static let paymentCardNotAccepted = "paymentCard.notAccepted"
  /// `phone.invalid`
  public static let phoneInvalid = "phone.invalid"
  /// `phone.type`
  public static let phoneType = "phone.type"
  /// `port.invalid`
  public static let portInvalid = "port.invalid"
  /// `port.range`
  public static let portRange = "port.range"
  /// `postcode.invalid`
  public static let postcodeInvalid = "postcode.invalid"
  /// `price.invalid`
  public static let priceInvalid = "price.invalid"
  /// `range.notAbove`
  public static let rangeNotAbove = "range.notAbove"
  /// `range.notBelow`
  public static let rangeNotBelow = "range.notBelow"
  /// `range.tooLarge`
  public static let rangeTooLarge = "range.tooLarge"
  /// `range.tooSmall`
  public static let rangeTooSmall = "range.tooSmall"
  /// `remote.refused`
  public static let remoteRefused = "remote.refused"
  /// `remote.unavailable`
  public static let remoteUnavailable = "remote.unavailable"
  /// `required`
  public static let required = "required"
  /// `resembles.frequent`
  public static let resemblesFrequent = "resembles.frequent"
  /// `semver.invalid`
  public static let semverInvalid = "semver.invalid"
  /// `semver.part`
  public static let semverPart = "semver.part"
  /// `slug.invalid`
  public static let slugInvalid = "slug.invalid"
  /// `startsWith`
  public static let startsWith = "startsWith"
  /// `text.invalid`
  public static let textInvalid = "text.invalid"
  /// `time.form`
  public static let timeForm = "time.form"
  /// `time.invalid`
  public static let timeInvalid = "time.invalid"
  /// `trimmed`
  public static let trimmed = "trimmed"
  /// `true.isFalse`
  public static let trueIsFalse = "true.isFalse"
  /// `ulid.invalid`
  public static let ulidInvalid = "ulid.invalid"
  /// `unique.repeated`
  public static let uniqueRepeated = "unique.repeated"
  /// `unique.stored`
  public static let uniqueStored = "unique.stored"
  /// `uppercase`
  public static let uppercase = "uppercase"
  /// `url.host`
  public static let urlHost = "url.host"
  /// `url.invalid`
  public static let urlInvalid = "url.invalid"
  /// `url.part`
  public static let urlPart = "url.part"
  /// `url.scheme`
  public static let urlScheme = "url.scheme"
  /// `uuid.invalid`
  public static let uuidInvalid = "uuid.invalid"
  /// `uuid.version`
  public static let uuidVersion = "uuid.version"
  /// `vat.checksum`
  public static let vatChecksum = "vat.checksum"
  /// `vat.invalid`
  public static let vatInvalid = "vat.invalid"
}
