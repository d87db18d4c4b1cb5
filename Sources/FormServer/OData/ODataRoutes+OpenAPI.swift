#if Server
import FormRules
import HTTPTypes

extension ODataRoutes {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.get, "odata"), summary: "The service document of the OData feed",
      errors: [406],
      responses: [(200, "The entity sets.", json(.schema("object")))]),
    OpenAPIOperation(
      route: Route(.get, "odata/:form"),
      summary: "The valid records of a form with typed values (OData)",
      description:
        "`/odata/$metadata` describes the types, and `/odata/{form}(ID)` is one record.",
      errors: [406, 501],
      responses: [(200, "A page of records.", json(.schema("object")))]),
    OpenAPIOperation(
      route: Route(.get, "odata/:form/$count"), summary: "The number of valid records (OData)",
      errors: [501],
      responses: [(200, "The number.", [("text/plain", .schema("string"))])]),
  ]
}
#endif
