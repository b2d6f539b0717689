import DocumentStore
import DocumentTransfer
import Documents
import HalloMigration
import Foundation
let args = CommandLine.arguments
let lock = try StoreLock(store: args[1], holder: .init(pid: getpid(), host: "h", command: "c", startedAt: ""), wait: 0)
if args[2] == "up" || args[2] == "dry" {
let store = try args[2] == "up" ? DocumentStore.writing(args[1], lock: lock) : DocumentStore.reading(args[1], rehearses: true)
let runner = MigrationRunner(catalog: try .init(directory: nil), region: "US", clock: { Instant(microseconds: 0)! })
let report = try runner.run(try runner.pending(on: store, to: nil), on: store, isDryRun: args[2] == "dry")
print(report.changeSet, report.documents, report.malformedEvents)
for m in report.migrations { print(m.migration.name, m.outcome.changed, m.outcome.moved, m.outcome.removed, m.outcome.findings.map { "\($0.code)=\($0.count)" }, m.outcome.changeSet) }
try store.close()
} else {
print(try importDocuments(args[2], store: args[1], lock: lock))
}
