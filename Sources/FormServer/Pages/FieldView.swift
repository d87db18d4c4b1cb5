#if Server
import FormPages
import FormRecorder
import FormRules

/// One field of a page: its label, help, control and messages.
struct FieldView {
  let control: FieldControl
  let localization: Localization
  /// The entered values, if the page is shown again.
  let entries: FormEntries?
  let errors: [ReportedError]
  /// Whether the condition of the field does not hold.
  var isHidden = false
  /// Whether the browser may keep what is entered.
  var keepsDraft = true

  private var field: Field { control.field }
  private var id: String { control.id }
  private var name: String { ControlName.control(of: field.name) }
  private var values: [String] { entries?.texts(of: field.name) ?? [] }
  private var value: String { values.last ?? "" }
  private var isInvalid: Bool { errors.contains(where: \.severity.rejects) }

  var html: HTML {
    switch control.kind {
    case .hidden: hidden
    case .radio, .checkboxes: group
    case .checkbox:
      """
      <div class="field box"\(marks)>
      <input type="hidden" name="\(name)" value="\(shown(control.untickedValue ?? "").text)">
      <label>\(checkbox) \(label)</label>
      \(help)\(messages)\(marker)</div>
      """
    default:
      """
      <div class="field"\(marks)>
      <label for="\(id)">\(label)</label>
      \(help)\(input)
      \(messages)\(marker)</div>
      """
    }
  }

  /// A hidden control for each item of a list, or for the value.
  private var hidden: HTML {
    let values = control.isList && !values.isEmpty ? values : [value]
    let inputs: [HTML] = values.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" }
    return "\(inputs)"
  }

  /// The attributes that the script reads.
  private var marks: HTML {
    """
     data-field="\(name)"\(HTML.flag("data-kept", keepsDraft && control.isKept))\
    \(HTML.flag("data-typed", control.isCard || control.refuses))\
    \(HTML.flag("data-prefilled", control.isPrefillable && !values.isEmpty))\
    \(HTML.flag("hidden", isHidden))
    """
  }

  /// A control that tells the server that the field was hidden.
  private var marker: HTML {
    guard control.isConditional else { return "" }
    return """
      <input type="hidden" name="\(ControlName.hidden)" value="\(name)"\
      \(HTML.flag("disabled", !isHidden))>
      """
  }

  private var shortClass: String? { control.isShort ? "short" : nil }

  private var label: HTML {
    let mark: HTML =
      control.isRequired ? " <span class=\"mark\" aria-hidden=\"true\">*</span>" : ""
    return "<bdi>\(localization.label(of: field))</bdi>\(mark)"
  }

  private var help: HTML {
    let presentation = field.presentation
    var parts: [HTML] = []
    if let help = localization.text(presentation.helpTranslations) ?? presentation.help {
      parts.append("<bdi>\(help)</bdi>")
    }
    if control.isConsent { parts.append(localization.words(localization.sentence("consent"))) }
    if let format = control.format {
      parts.append("\(localization.words(localization.term("format"))) <code>\(format)</code>")
    }
    if case .textarea = control.kind, control.isList {
      parts.append(localization.words(localization.sentence("items")))
    }
    if case .datetime = field.type {
      parts.append(localization.words(localization.sentence("utc")))
    }
    guard !parts.isEmpty else { return "" }
    let paragraphs: [HTML] = parts.map { "<p>\($0)</p>" }
    return "<div class=\"help\" id=\"\(id)-help\">\(paragraphs)</div>\n"
  }

  /// Errors and warnings, to which the script adds others.
  private var messages: HTML {
    let items: [HTML] = errors.map { error in
      "<p class=\"\(error.severity.rejects ? "error" : "warning")\">\(error.message)</p>"
    }
    return "<div class=\"messages\" id=\"\(id)-messages\" aria-live=\"polite\">\(items)</div>"
  }

  private var describedBy: HTML {
    let isHelped = !help.text.isEmpty
    return " aria-describedby=\"\(isHelped ? "\(id)-help " : "")\(id)-messages\""
  }

  /// The attributes of a single control.
  private var attributes: HTML {
    let own: [HTML] = control.attributes.map { " \($0.name)=\"\($0.value)\"" }
    return """
       id="\(id)" name="\(name)"\(describedBy)\(HTML.flag("required", control.isRequired))\
      \(HTML.attribute("aria-invalid", isInvalid ? "true" : nil))\(own)
      """
  }

  private var input: HTML {
    switch control.kind {
    case .textarea:
      let lines = control.isList ? values.joined(separator: "\n") : value
      // HTML parsers drop the first line break.
      return "<textarea\(attributes) rows=\"5\">\n\(lines)</textarea>"
    case .select:
      let options: [HTML] = choices.map { choice in
        """
        <option value="\(choice.text)"\(HTML.flag("selected", choice.isChosen))>\
        \(choice.words)</option>
        """
      }
      return """
        <select\(attributes)><option value="">\(localization.term("choose"))</option>\(options)\
        </select>
        """
    case .file: return "<input type=\"file\"\(attributes)>\(upload)"
    case .output:
      return """
        <output id="\(id)" tabindex="-1"\(HTML.attribute("class", shortClass))\(describedBy)>\(value)</output>
        """
    case .input(let type):
      let shown = type == "password" ? "" : value
      return """
        <input type="\(control.inputType(type, for: shown))"\
        \(HTML.attribute("class", shortClass))\(attributes) value="\(shown)">
        """
    case .radio, .checkbox, .checkboxes, .hidden: return ""
    }
  }

  /// A file that was already uploaded and need not be chosen again.
  private var upload: HTML {
    guard let upload = entries?.uploads[field.name] else { return "" }
    return """
      <input type="hidden" name="\(name)" value="\(upload.proof)">\
      <p class="upload">\(localization.term("uploaded file")): <bdi>\(upload.name)</bdi></p>
      """
  }

  private var checkbox: HTML {
    let yes = shown(control.choices.first?.value ?? "true")
    return """
      <input type="checkbox"\(attributes) value="\(yes.text)"\(HTML.flag("checked", yes.isChosen))>
      """
  }

  /// What a control sends for a choice: the entered text if it has the same value, so that a page
  /// that is sent unchanged changes nothing.
  private func shown(_ choice: String) -> (text: String, isChosen: Bool) {
    let entered = (control.isList ? values : [value]).first { field.areEqual($0, choice) }
    return (entered ?? choice, entered != nil)
  }

  /// The choices, and the entered texts that are none of them.
  private var choices: [(text: String, words: String, isChosen: Bool)] {
    let choices = control.choices.map { choice in
      let (text, isChosen) = shown(choice.value)
      return (text: text, words: words(of: choice), isChosen: isChosen)
    }
    let others = (control.isList ? values : [value]).filter { text in
      !text.isEmpty && !choices.contains { $0.text == text }
    }
    return choices + others.map { ($0, $0, true) }
  }

  /// Radio buttons or checkboxes.
  private var group: HTML {
    let isRadio = if case .radio = control.kind { true } else { false }
    let items: [HTML] = choices.enumerated().map { index, choice in
      let id = index == 0 ? self.id : "\(self.id)-\(index)"
      return """
        <label><input type="\(isRadio ? "radio" : "checkbox")" id="\(id)" name="\(name)" \
        value="\(choice.text)"\(HTML.flag("checked", choice.isChosen))\
        \(HTML.flag("required", isRadio && control.isRequired))> \
        <bdi>\(choice.words)</bdi></label>
        """
    }
    let state: HTML =
      isRadio
      ? """
       role="radiogroup"\(HTML.attribute("aria-required", control.isRequired ? "true" : nil))\
      \(HTML.attribute("aria-invalid", isInvalid ? "true" : nil))
      """ : ""
    return """
      <fieldset class="field"\(state)\(describedBy)\(marks)>
      <legend>\(label)</legend>
      \(help)<div class="choices">\(items)</div>
      \(messages)\(marker)</fieldset>
      """
  }

  private func words(of choice: FieldPresentation.Choice) -> String {
    if let label = localization.text(choice.labelTranslations) ?? choice.label { return label }
    guard field.type == .boolean(),
      case .boolean(let isTrue)? = field.value(of: Array(choice.value.utf8))
    else { return choice.value }
    return localization.term(isTrue ? "yes" : "no")
  }
}
#endif
