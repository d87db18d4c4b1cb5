/// Requires an image whose width, height and aspect ratio are within bounds.
struct ImageRule: Rule {
  static let name = "image"
  static let readsFiles = true
  static let minWidth = Parameter<Int?>(
    "minWidth", effect: .stricterIfGreater, "The minimum width in pixels.", in: 1...Int.max)
  static let maxWidth = Parameter<Int?>(
    "maxWidth", effect: .looserIfGreater, "The maximum width in pixels.", in: 1...Int.max)
  static let minHeight = Parameter<Int?>(
    "minHeight", effect: .stricterIfGreater, "The minimum height in pixels.", in: 1...Int.max)
  static let maxHeight = Parameter<Int?>(
    "maxHeight", effect: .looserIfGreater, "The maximum height in pixels.", in: 1...Int.max)
  static let minSize = Parameter<String?>(
    "minSize", effect: .onlyListed(),
    "The minimum width and height, as 640x480, or one number for both.")
  static let maxSize = Parameter<String?>(
    "maxSize", effect: .onlyListed(), "The maximum width and height, in the same form.")
  static let minRatio = Parameter<String?>(
    "minRatio", effect: .onlyListed(),
    "The minimum of width divided by height: a decimal number, or 16:9.")
  static let maxRatio = Parameter<String?>(
    "maxRatio", effect: .onlyListed(), "The maximum of width divided by height.")

  static let documentation = RuleDocumentation(
    "The file is an image whose width, height and aspect ratio are within bounds.",
    discussion: """
      The size in pixels comes from the header of the file. The formats are PNG, JPEG, GIF, WebP, \
      BMP, TIFF, ICO, PSD, JPEG 2000, AVIF and HEIC. The image itself is not decoded, and an \
      orientation in Exif is ignored. For an icon with several images, the largest counts. All \
      bounds are inclusive.

      \(FieldFile.discussion)
      """,
    types: ["file", "text"],
    parameters: [
      minWidth, maxWidth, minHeight, maxHeight, minSize, maxSize, minRatio, maxRatio,
      FieldFile.parameter,
    ],
    codes: [
      .init("image.invalid", "{label} must be an image."),
      .init(
        "image.tooNarrow",
        "{label} must be at least {minWidth, plural, one {# pixel} other {# pixels}} wide, not {width}."
      ),
      .init(
        "image.tooWide",
        "{label} must be at most {maxWidth, plural, one {# pixel} other {# pixels}} wide, not {width}."
      ),
      .init(
        "image.tooLow",
        "{label} must be at least {minHeight, plural, one {# pixel} other {# pixels}} high, not {height}."
      ),
      .init(
        "image.tooHigh",
        "{label} must be at most {maxHeight, plural, one {# pixel} other {# pixels}} high, not {height}."
      ),
      .init(
        "image.ratioTooSmall",
        "{label} must have a ratio of width to height of at least {minRatio}, not {width} to {height}."
      ),
      .init(
        "image.ratioTooLarge",
        "{label} must have a ratio of width to height of at most {maxRatio}, not {width} to {height}."
      ),
    ] + FieldFile.codes(of: name),
    examples: [
      .init(accepts: [wide], rejects: ["R0lGODlh", "JVBERi0xLjM="]),
      .init(["minWidth": 320, "maxHeight": 240], accepts: [wide, gif], rejects: []),
      .init(["minWidth": 641], rejects: [wide, gif], code: "image.tooNarrow"),
      .init(["maxWidth": 319], rejects: [wide, gif], code: "image.tooWide"),
      .init(["minHeight": 241], rejects: [wide], code: "image.tooLow"),
      .init(["maxSize": "640x199"], rejects: [wide], code: "image.tooHigh"),
      .init(["minRatio": "2.9"], accepts: [wide], rejects: [gif], code: "image.ratioTooSmall"),
      .init(["maxRatio": "16:9"], accepts: [gif], rejects: [wide], code: "image.ratioTooLarge"),
      .init(
        ["minSize": "100"], type: .file, accepts: ["data:image/png;base64," + wide],
        rejects: ["data:image/png;base64,iVBORw0KGgo="]),
      .init(rejects: ["photo.png"], code: "image.encoding"),
    ])

  /// The header of a PNG of 600 × 200 pixels.
  private static let wide = "iVBORw0KGgoAAAANSUhEUgAAAlgAAADICAYAAA=="
  /// The header of a GIF of 320 × 240 pixels.
  private static let gif = "R0lGODlhQAHwAIAAAA=="

  /// The bounds of the width or the height, in pixels.
  private struct Bounds {
    var min, max: Int?

    /// - Throws: `DefinitionError` if no number is within the bounds.
    func check(
      _ direction: String, _ parameters: borrowing RuleParameters
    ) throws(DefinitionError) {
      guard let min, let max, min > max else { return }
      throw parameters.error("no image is at least \(min) and at most \(max) pixels \(direction)")
    }
  }

  private let width, height: Bounds
  private let minRatio, maxRatio: Ratio?
  private let file: FieldFile
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    file = try FieldFile(parameters)
    let smallest = try Self.size(Self.minSize, parameters)
    let largest = try Self.size(Self.maxSize, parameters)
    width = Bounds(
      min: try Self.bound(Self.minWidth, or: smallest?.width, of: Self.minSize, parameters),
      max: try Self.bound(Self.maxWidth, or: largest?.width, of: Self.maxSize, parameters))
    try width.check("wide", parameters)
    height = Bounds(
      min: try Self.bound(Self.minHeight, or: smallest?.height, of: Self.minSize, parameters),
      max: try Self.bound(Self.maxHeight, or: largest?.height, of: Self.maxSize, parameters))
    try height.check("high", parameters)
    minRatio = try Ratio(Self.minRatio, parameters)
    maxRatio = try Ratio(Self.maxRatio, parameters)
    if let minRatio, let maxRatio, !minRatio.isAtMost(maxRatio) {
      throw parameters.error("minRatio is above maxRatio", .conflict, at: Self.maxRatio)
    }
    let bounds: [(String, String?)] = [
      (Self.minWidth.name, width.min?.description), (Self.maxWidth.name, width.max?.description),
      (Self.minHeight.name, height.min?.description),
      (Self.maxHeight.name, height.max?.description),
      (Self.minRatio.name, minRatio?.text), (Self.maxRatio.name, maxRatio?.text),
    ]
    arguments = bounds.compactMap { name, text in text.map { MessageArgument(name, $0) } }
  }

  private static func size(
    _ parameter: Parameter<String?>, _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> ImageSize? {
    guard let text = try parameters[parameter] else { return nil }
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count <= 2, let size = ImageSize(numbers[0], numbers[numbers.count - 1]) else {
      throw parameters.error("\(parameter.name) must be written as 640x480", at: parameter)
    }
    return size
  }

  /// Returns the bound of one dimension, from its own parameter or from the one for both
  /// dimensions.
  private static func bound(
    _ parameter: Parameter<Int?>, or size: Int?, of sizeParameter: Parameter<String?>,
    _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> Int? {
    guard let bound = try parameters[parameter] else { return size }
    if size == nil { return bound }
    throw parameters.error(
      "\(sizeParameter.name) already specifies \(parameter.name); keep one", .conflict,
      at: parameter
    )
  }

  var externalInputs: [ExternalInput] { file.externalInputs }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    do throws(FieldFile.Refusal) {
      var reader = try file.open(text, record)
      guard let size = ImageSize(&reader) else {
        return reader.isUnreadable ? file.unreadable : .fails("image.invalid")
      }
      return result(size)
    } catch {
      return error.result
    }
  }

  private func result(_ size: ImageSize) -> RuleResult {
    let code: String
    if let min = width.min, size.width < min {
      code = "image.tooNarrow"
    } else if let max = width.max, size.width > max {
      code = "image.tooWide"
    } else if let min = height.min, size.height < min {
      code = "image.tooLow"
    } else if let max = height.max, size.height > max {
      code = "image.tooHigh"
    } else if let minRatio, !minRatio.isAtMost(Ratio(size)) {
      code = "image.ratioTooSmall"
    } else if let maxRatio, !Ratio(size).isAtMost(maxRatio) {
      code = "image.ratioTooLarge"
    } else {
      return .passes
    }
    return .fails(
      code, [MessageArgument("width", size.width), MessageArgument("height", size.height)])
  }
}

/// An exact ratio of width to height.
private struct Ratio {
  let text: String
  private let width, height: ExactDecimal

  init(_ size: ImageSize) {
    text = ""
    width = ExactDecimal(Int64(size.width))
    height = ExactDecimal(Int64(size.height))
  }

  /// Reads `16:9`, `16/9` or a decimal number, greater than 0; nil if the parameter is absent.
  ///
  /// - Throws: `DefinitionError` if the parameter has another form.
  init?(
    _ parameter: Parameter<String?>, _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) {
    guard let text = try parameters[parameter] else { return nil }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "/" }
    let numbers = parts.compactMap { part -> ExactDecimal? in
      // Longer numbers could overflow in comparisons.
      guard part.utf8.count <= 9 else { return nil }
      return ExactDecimal(part).flatMap { $0 > ExactDecimal(0) ? $0 : nil }
    }
    guard numbers.count == parts.count, parts.count <= 2 else {
      throw parameters.error(
        "\(parameter.name) must be a number above 0, or written as 16:9", at: parameter)
    }
    self.text = text
    width = numbers[0]
    height = parts.count == 2 ? numbers[1] : ExactDecimal(1)
  }

  /// Whether the ratio is less than or equal to another.
  func isAtMost(_ other: Ratio) -> Bool {
    guard let a = width.multiplied(by: other.height), let b = other.width.multiplied(by: height)
    else { return false }
    return a <= b
  }
}

extension DeclaredRule {
  /// The file is an image whose size in pixels and aspect ratio are within bounds, all inclusive.
  ///
  /// - Parameters:
  ///   - minSize: The minimum of both dimensions: `"640x480"`, or one number.
  ///   - maxSize: The maximum of both dimensions, in the same form.
  ///   - minRatio: The minimum of width divided by height: a decimal number, or `"16:9"`.
  ///   - maxRatio: The maximum of width divided by height, in the same form.
  ///   - encoding: What the field contains; the default is `.path` for fields of type file,
  ///     `.base64` for text.
  public static func image(
    minWidth: Int? = nil, maxWidth: Int? = nil, minHeight: Int? = nil, maxHeight: Int? = nil,
    minSize: (any FormValue)? = nil, maxSize: (any FormValue)? = nil,
    minRatio: (any FormValue)? = nil, maxRatio: (any FormValue)? = nil,
    encoding: RuleEntry.FileValue? = nil
  ) -> Self {
    Self(
      ImageRule.self, ImageRule.minWidth(minWidth), ImageRule.maxWidth(maxWidth),
      ImageRule.minHeight(minHeight), ImageRule.maxHeight(maxHeight),
      ImageRule.minSize(minSize?.formText), ImageRule.maxSize(maxSize?.formText),
      ImageRule.minRatio(minRatio?.formText), ImageRule.maxRatio(maxRatio?.formText),
      FieldFile.parameter(encoding))
  }
}
