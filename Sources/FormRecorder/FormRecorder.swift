// `Recorder` is declared in FormQueries, with what reads a store; programs need a single import.
@_exported public import FormQueries
