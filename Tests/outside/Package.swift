// swift-tools-version: 6.2
import PackageDescription

/// A package of somebody else's that uses formrec's libraries: what it needs must be public.
let package = Package(
  name: "outside",
  dependencies: [
    .package(name: "formrec", path: "../..", traits: [.defaults, "Remote"])
  ],
  targets: [
    .testTarget(
      name: "OutsideTests",
      dependencies: [
        .product(name: "FormModels", package: "formrec"),
        .product(name: "FormUI", package: "formrec"),
        .product(name: "FormDefinitions", package: "formrec"),
        .product(name: "FormConversion", package: "formrec"),
        .product(name: "FormRecorder", package: "formrec"),
        .product(name: "FormNotifications", package: "formrec"),
      ]),
    .testTarget(
      name: "RemoteTests",
      dependencies: [
        .product(name: "FormModels", package: "formrec"),
        .product(name: "FormRemote", package: "formrec"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
