/// The form `signups`, a rule set, and the source `north`, which sends files of the form.
package enum SignupDefinitions {
  package static let yaml = """
    form: signups
    key: [id]
    fields:
      - {name: id, type: integer, required: true}
      - {name: email, type: text, required: true, label: E-mail, label.de: Mailadresse}
      - {name: country, type: text}
      - {name: phone, type: text}
      - {name: birthday, type: date}
      - {name: amount, type: decimal}
    ---
    rules: signups
    form: signups
    fields:
      email: [email]
      country:
        - in: [GB, DE, FR]
      phone:
        - pattern: "[+][0-9]+"
    ---
    source: north
    forms:
      signups:
        file: {delimiter: ";", encoding: windows-1252, point: ",", group: "."}
        map: {"E-Mail Adresse": email, "Geb.": birthday}
        expect: {every: week, by: Monday 12:00, records: {change: 20%}}
        repairs:
          - country: {UK: GB, Deutschland: DE}
          - phone: {strip: [" ", "-"]}
          - birthday: {type: date, format: dd.MM.yyyy}
    """
}
