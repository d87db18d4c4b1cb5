#if Server
  import FormRecorder
  import FormRules
  import HTTPTypes
  import Hummingbird
  import NIOCore

  /// The routes for operators of the server.
  struct StatusRoutes: RouteSet {
    let core: ServerCore

    func add(to router: Router<RequestInfo>) {
      router.get("healthz") { _, _ in JSON.object(["status": .string("ok")]).response() }
      router.get("metrics") { [core] _, context in
        try context.require(.administer)
        return Response(
          status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
          body: ResponseBody(
            byteBuffer: ByteBuffer(string: core.metrics.text(pending: core.pending.current))))
      }
    }
  }
#endif
