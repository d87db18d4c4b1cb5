import FormBytes

/// A repair of a field in rejected records. It changes only fields that a failure concerns.
public struct Repair: Sendable, Equatable {
  /// The name of the field.
  public var field: String
  /// What changes.
  public var change: Change

  /// A change of a text.
  public enum Change: Sendable, Equatable {
    /// Replaces texts by others. Blanks around a text are ignored.
    case replace([String: String])
    /// Removes all occurrences of these texts.
    case strip([String])
    /// Writes values that are in the notation of this type in the notation of the field.
    case notation(FieldType)
  }

  /// Creates a repair.
  public init(_ field: String, _ change: Change) {
    self.field = field
    self.change = change
  }

  /// Returns the repaired text, or nil if the repair does not apply.
  ///
  /// - Parameter type: The type of the field.
  package func repaired(_ text: String, as type: FieldType) -> String? {
    let result: String? =
      switch change {
      case .replace(let texts): texts[text] ?? texts[text.trimmingBlanks]
      case .strip(let texts):
        texts.reduce(text) { $0.replacing($1, with: "") }
      case .notation(let notation): notation.rewritten(text.trimmingBlanks, as: type)
      }
    return result == text ? nil : result
  }
}

extension FieldType {
  /// Returns a text of this type in the notation of another type, or nil if it is not of this type
  /// or the other type has no notation for it.
  package func rewritten(_ text: String, as other: FieldType) -> String? {
    let value: Value
    do throws(Mismatch) {
      value = try read(Array(text.utf8).span)
    } catch {
      return nil
    }
    switch (value, other) {
    case (.decimal(let number), .decimal(let format)):
      return format.text(ofCanonical: number.description)
    case (.decimal(let number), .integer):
      return number.normalized.scale == 0 ? number.normalized.description : nil
    case (.decimal(let number), .number): return number.description
    case (.date(let date), .date(let formats)):
      return formats.first?.text(of: date) ?? date.description
    case (.time(let time), .time(let formats)):
      return formats.first?.text(of: time) ?? time.description
    case (.datetime(let moment), .datetime(let formats)):
      return formats.first?.text(of: moment) ?? moment.description
    case (.boolean(let isTrue), .boolean(let words)):
      return (isTrue ? words.yes : words.no).first
    default: return nil
    }
  }
}

extension String {
  /// The text without ASCII blanks at its ends.
  fileprivate var trimmingBlanks: String {
    let bytes = Array(utf8)
    return String(copying: bytes.span.extracting(bytes.span.trimmedRange))
  }
}
