import FormBytes
import FormInput
package import FormRules

extension RecordFault {
  /// The arguments of the fault's message.
  package var messageArguments: [MessageArgument] {
    var arguments = [
      MessageArgument("line", line), MessageArgument("column", column),
      MessageArgument("byte", byteOffset),
    ]
    if let expectedFields { arguments.append(MessageArgument("expected", expectedFields)) }
    if let foundFields { arguments.append(MessageArgument("found", foundFields)) }
    return arguments
  }

  /// The message in English with its position in a JSON text, such as `line 2, column 5: …`.
  package var locatedMessage: String {
    let message = code == .jsonSyntax ? "invalid JSON" : message
    return "line \(line), column \(column): "
      + (message.hasSuffix(".") ? String(message.dropLast()) : message)
  }

  /// The message in English.
  package var message: String {
    Localization.english.readerFaultText(of: code.rawValue, messageArguments)
  }
}
