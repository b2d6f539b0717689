internal import Documents
package import DocumentStore
internal import Foundation

package func importDocuments(_ path: String, store: String, lock: StoreLock) throws -> StoreImport.Outcome {
  let queue = BatchQueue()
  let thread = Thread {
    let filler = BatchFiller(queue: queue, source: path, skipsInvalid: false)
    queue.finish(Result { try NDJSONSource.read(path, into: filler) })
  }
  thread.start()
  var previous: DocumentBatch?
  return try StoreImport.run(path: store, lock: lock, name: path, startedAt: "x", options: .init(), finishedAt: { "y" }, onDuplicate: { _ in }, next: {
    if let previous { queue.putEmpty(previous) }
    previous = try queue.takeFull()
    return previous
  })
}
