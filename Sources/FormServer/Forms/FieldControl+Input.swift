#if Server
import FormPages
import FormRules

extension FieldControl {
  /// The type of the input that shows a text: plain text if a browser would drop or change the text
  /// in an input of the control's type, such as a time with an offset from UTC.
  func inputType(_ type: String, for text: String) -> String {
    text.isEmpty || keeps(text, in: type) ? type : "text"
  }

  private func keeps(_ text: String, in type: String) -> Bool {
    switch type {
    case "date": isValue(text)
    case "time": isValue(text) && text.wholeMatch(of: /.{5}(:[0-5].(\.[0-9]{1,3})?)?/) != nil
    case "datetime-local":
      isValue(text) && text.wholeMatch(of: /.{10}[T ].{5}(:[0-5].(\.[0-9]{1,3})?)?/) != nil
    case "number": text.wholeMatch(of: /-?([0-9]+|[0-9]*\.[0-9]+)([eE][-+]?[0-9]+)?/) != nil
    case "range": isOnSlider(text)
    case "color": text.wholeMatch(of: /#[0-9A-Fa-f]{6}/) != nil
    default: true
    }
  }

  private func isValue(_ text: String) -> Bool { field.value(of: Array(text.utf8)) != nil }

  /// Whether a slider can be at a number: it has whole steps from its least to its greatest number.
  private func isOnSlider(_ text: String) -> Bool {
    func bound(_ name: String) -> Double? {
      attributes.first { $0.name.text == name }.flatMap { Double($0.value) }
    }
    guard let number = Double(text) else { return false }
    let least = bound("min") ?? 0
    return number >= least && number <= bound("max") ?? 100
      && (number - least).truncatingRemainder(dividingBy: 1) == 0
  }
}
#endif
