#if Server

extension ServerCore {
  /// All routes but that of the OpenAPI document. To add some, add a type and a line here.
  var routes: [any RouteSet] {
    [
      StatusRoutes(core: self), SubmissionRoutes(core: self), CorrectionRoutes(core: self),
      DecisionRoutes(core: self), CommentRoutes(core: self), ImportRoutes(core: self),
      RetractionRoutes(core: self), FailureRoutes(core: self), ProofRoutes(core: self),
      FormRoutes(core: self), LiveValidation(core: self), SignInRoutes(core: self),
      LinkRoutes(core: self),
      ExportRoutes(core: self),
      HistoryRoutes(core: self), ODataRoutes(core: self), AuditRoutes(core: self),
    ]
  }
}
#endif
