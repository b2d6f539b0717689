internal import Documents
internal import Foundation
internal import PhotoArchive

/// A run's figures in Prometheus' text format
/// (https://prometheus.io/docs/instrumenting/exposition_formats/), for its node exporter's textfile
/// collector.
///
/// Written after a success only: what pages somebody is that the last one is too long ago.
struct ArchiveMetrics {
  private let outcome: ArchiveOutcome
  private let started: Instant
  private let ended: Instant

  init(_ outcome: ArchiveOutcome, started: Instant, ended: Instant) {
    (self.outcome, self.started, self.ended) = (outcome, started, ended)
  }

  /// Replaces the file at once, so that nobody reads half of it.
  ///
  /// It is readable by all: it has counts only, and the collector runs as another user.
  func write(to file: String) throws {
    try NewFile.write(Data(text.utf8), to: file, permissions: 0o644)
  }

  var text: String {
    let gauges: [(name: String, help: String, value: String)] = [
      ("last_success_timestamp_seconds", "When the last run ended well.", seconds(ended)),
      ("duration_seconds", "How long it took.", duration),
      ("due_records", "Photo records that were due.", "\(outcome.due)"),
      ("archived_records", "Photo records that were archived.", "\(outcome.archived)"),
      ("archived_bytes", "Bytes of the photos that were archived.", "\(outcome.bytes)"),
      ("bundles", "Bundles that were written.", "\(outcome.bundles)"),
      ("removed_documents", "Documents that left the store.", "\(outcome.removed)"),
      ("left_records", "Due records left for another run.", "\(outcome.left)"),
    ]
    var lines = gauges.flatMap { gauge in
      head(gauge.name, gauge.help) + ["hallo_archive_\(gauge.name) \(gauge.value)"]
    }
    lines += head("findings", "Due records that stay, by reason.")
    for (code, finding) in outcome.findings.sorted(by: { $0.key < $1.key }) {
      lines.append("hallo_archive_findings{code=\"\(code)\"} \(finding.count)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func head(_ name: String, _ help: String) -> [String] {
    ["# HELP hallo_archive_\(name) \(help)", "# TYPE hallo_archive_\(name) gauge"]
  }

  private func seconds(_ instant: Instant) -> String { "\(instant.microseconds / 1_000_000)" }

  private var duration: String {
    let milliseconds = max(0, ended.microseconds - started.microseconds) / 1000
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
