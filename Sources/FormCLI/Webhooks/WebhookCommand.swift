public import ArgumentParser
import FormCurl
import FormNotifications
import FormRecorder
import FormRules

struct WebhookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhook", abstract: "Send events to other programs by HTTP.",
    discussion: """
      A webhook is a URL that receives a signed POST request (Standard Webhooks) after each submission, \
      correction, import and replay, without submitted values. 'formrec serve' sends the requests; \
      'formrec webhook send' sends all that are due, and exits. An event that a webhook does not accept is sent again until it is \
      accepted. Hosts must be allowed with --allow-host, as for remote rules.

      formrec webhook add https://example.com/hook --event submission.rejected --form contacts
      formrec webhook send --allow-host example.com
      formrec webhook resend 12 --after 340
      """,
    subcommands: [Add.self, List.self, Remove.self, Send.self, Resend.self])

  struct Add: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a webhook, and print its signing secret."
    )

    @Argument(help: "The URL, which receives POST requests.") var url: String
    @Option(
      help: ArgumentHelp(
        "An event to send; may be repeated. Default: all. "
          + NotificationEvent.allCases.map(\.rawValue).joined(separator: ", ") + ".",
        valueName: "event"))
    var event: [NotificationEvent] = []
    @Option(help: "Send only events of this form.") var form: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOptions

    func run(_ console: Console) throws -> ExitCode {
      let added = try change.recorder(store, console).addWebhook(
        url, events: Set(event), form: form, by: change.by, reason: change.reason)
      console.note("webhook \(added.webhook.id)")
      try console.print(added.secret)
      return .success
    }
  }

  struct List: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the webhooks with the last event that each received.")

    @OptionGroup var output: FormatOptions<ReportFormat>
    @OptionGroup var store: StoreOptions

    func run(_ console: Console) throws -> ExitCode {
      let webhooks = try store.recorder.webhooks()
      try console.printReport(output.format, webhooks, lines: lines(webhooks))
      return .success
    }

    private func lines(_ webhooks: [Webhook]) -> [String] {
      TextTable.lines(
        ["number", "URL", "form", "events", "sent through", "failure"],
        webhooks.map {
          [
            .text(String($0.id)), .text($0.url.displayText), .text($0.form),
            .text($0.events.map(\.rawValue).sorted().joined(separator: ",")),
            .count(Int($0.sentThrough)), .text($0.failure?.displayText),
          ]
        })
    }
  }

  struct Remove: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a webhook.")

    @Argument(help: "The number of the webhook, as shown by 'list'.") var number: Int64
    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOptions

    func run(_ console: Console) throws -> ExitCode {
      try change.recorder(store, console).removeWebhook(
        number, by: change.by, reason: change.reason)
      return .success
    }
  }

  struct Resend: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "resend", abstract: "Mark events as due again.")

    @Argument(help: "The number of the webhook, as shown by 'list'.") var number: Int64
    @Option(help: "Send the events after the event with this number.") var after: Int64
    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOptions

    func run(_ console: Console) throws -> ExitCode {
      try change.recorder(store, console).resendEvents(
        toWebhook: number, after: after, by: change.by, reason: change.reason)
      return .success
    }
  }

  struct Send: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "send", abstract: "Send all due events, and exit.")

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOptions

    func run(_ console: Console) throws -> ExitCode {
      StopSignals.install()
      // A server's sender waits for a database that is created later.
      try store.recorder.requireDatabase()
      let recorder = try change.recorder(store, console)
      let sender = try WebhookSender(recorder, by: change.by, reason: change.reason) {
        [policy = remote.policy] (request, headers) throws(ServiceError) in
        try policy.post(request, headers: headers)
      }
      let isComplete = try sender.sendDueEvents(shouldStop: StopSignals.shouldStop)
      if !isComplete { try StopSignals.requireNone() }
      return isComplete ? .success : .rejected
    }
  }
}

extension NotificationEvent: ExpressibleByArgument {}
