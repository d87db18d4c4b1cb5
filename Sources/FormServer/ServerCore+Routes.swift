#if Server

extension ServerCore {
  /// All routes except the route of the OpenAPI document. The document has the operations in this
  /// order. To add routes, add a type and a line here.
  var routes: [any RouteSet] {
    [
      StatusRoutes(core: self), FormRoutes(core: self),
      SentRoutes(core: self), SubmissionRoutes(core: self), CorrectionRoutes(core: self),
      LiveValidation(core: self),
      ExportRoutes(core: self), HistoryRoutes(core: self), ProofRoutes(core: self),
      DecisionRoutes(core: self), CommentRoutes(core: self), ImportRoutes(core: self),
      RetractionRoutes(core: self), FailureRoutes(core: self), ODataRoutes(core: self),
      SignInRoutes(core: self), LinkRoutes(core: self), AuditRoutes(core: self),
    ]
  }
}
#endif
