import DocumentStore
import DocumentTransfer
import Foundation
let args = CommandLine.arguments
let lock = try StoreLock(store: args[1], holder: .init(pid: getpid(), host: "h", command: "c", startedAt: ""), wait: 0)
print(try importDocuments(args[2], store: args[1], lock: lock))
