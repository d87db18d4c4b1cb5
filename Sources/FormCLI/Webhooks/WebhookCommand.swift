public import ArgumentParser
import FormCurl
public import FormRecorder
import FormRules

struct WebhookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhook", abstract: "Announce events to other programs by HTTP.",
    discussion: """
      Submissions, corrections, imports and replays are announced by signed POST requests (Standard \
      Webhooks) without submitted values. 'formrec serve' sends them; 'formrec webhook deliver' sends \
      all due events and exits. An event that a webhook does not accept is sent again until it is \
      accepted. Hosts must be allowed with --allow-host, as for remote rules.

      formrec webhook add https://example.com/hook --event submission.rejected --form contacts
      formrec webhook deliver --allow-host example.com
      formrec webhook replay 12 --after 340
      """,
    subcommands: [Add.self, List.self, Remove.self, Replay.self, Deliver.self])

  struct Add: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Announce future events to a URL, and print the signing secret."
    )

    @Argument(help: "The URL, which receives POST requests.") var url: String
    @Option(
      help: ArgumentHelp(
        "An event to announce; may be repeated. Default: all. "
          + Webhook.Event.allCases.map(\.rawValue).joined(separator: ", ") + ".",
        valueName: "event"))
    var event: [Webhook.Event] = []
    @Option(help: "Announce only events of this form.") var form: String?
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
      try console.printReport(
        output.format, .array(webhooks.map(\.json)), lines(webhooks))
      return .success
    }

    private func lines(_ webhooks: [Webhook]) -> [String] {
      TextTable.lines(
        ["number", "URL", "form", "events", "announced", "failure"],
        webhooks.map {
          [
            .text(String($0.id)), .text($0.url.displayText), .text($0.form),
            .text($0.events.map(\.rawValue).sorted().joined(separator: ",")),
            .count(Int($0.announcedThrough)), .text($0.failure?.displayText),
          ]
        })
    }
  }

  struct Remove: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Stop announcing events to a webhook.")

    @Argument(help: "The number of the webhook, as shown by 'list'.") var number: Int64
    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOptions

    func run(_ console: Console) throws -> ExitCode {
      try change.recorder(store, console).removeWebhook(
        number, by: change.by, reason: change.reason)
      return .success
    }
  }

  struct Replay: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "replay", abstract: "Announce events again.")

    @Argument(help: "The number of the webhook, as shown by 'list'.") var number: Int64
    @Option(help: "Announce the events after the event with this number.") var after: Int64
    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOptions

    func run(_ console: Console) throws -> ExitCode {
      try change.recorder(store, console).replayWebhook(
        number, after: after, by: change.by, reason: change.reason)
      return .success
    }
  }

  struct Deliver: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "deliver", abstract: "Send all due events, and exit.")

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var store: StoreOptions

    func run(_ console: Console) throws -> ExitCode {
      StopSignals.install()
      let delivery = try change.recorder(store, console).webhookDelivery(remote.policy)
      let isComplete = try delivery.deliver { StopSignals.number != 0 }
      return isComplete ? .success : .rejected
    }
  }
}

extension Recorder {
  /// A delivery that sends requests to the hosts that a policy allows.
  func webhookDelivery(_ policy: HostPolicy) -> WebhookDelivery {
    WebhookDelivery(self) { (request, headers) throws(ServiceFailure) in
      try policy.post(request, headers: headers)
    }
  }
}

extension Webhook.Event: ExpressibleByArgument {}
