#!/bin/bash
# One worker of many: migrates the users of its shard, in a store of its own.
#
#   worker.sh review     pulls, audits, and keeps what `up` would do, for a reviewer
#   worker.sh apply      pulls, does what was reviewed, and pushes it
#
# The platform says which worker it is. Whatever ends it, it can begin again: in the same container it
# goes on where it was; in a new one it pulls again, and finds what it had pushed already.
set -euo pipefail

: "${GOOGLE_CLOUD_PROJECT:?the project of the database}"
: "${HALLO_STORE:?a file on a volume of its own}"
: "${REPORTS:?a directory that outlives the worker}"
index=${JOB_COMPLETION_INDEX:-${CLOUD_RUN_TASK_INDEX:?the number of this worker, from 0}}
count=${SHARDS:-${CLOUD_RUN_TASK_COUNT:?how many workers there are}}
kept=$REPORTS/$index-of-$count
new=$(dirname "$HALLO_STORE")/reports
mkdir -p "$kept" "$new"
trap 'cp -r "$new/." "$kept/"' EXIT

# Again after what another try may mend: 1, such as the network; 5, the lease of a worker that was killed,
# which lasts for ten minutes.
persist() {
  local status attempt
  for attempt in {1..12}; do
    status=0
    "$@" || status=$?
    case $status in
      1 | 5) echo "attempt $attempt of 12 ended with $status" >&2 ;;
      *) return $status ;;
    esac
    sleep "${RETRY_SECONDS:-60}"
  done
  return $status
}

# The store is there only when all of the shard is in it.
pull() {
  [ -e "$HALLO_STORE" ] ||
    persist hallo-migrate pull --shard "$index/$count" ${AS_OF:+--as-of "$AS_OF"} --quiet
}

# With a plan, exactly what was reviewed, or nothing: 4.
migrate() {
  if hallo-migrate status --exit-code --quiet > /dev/null; then return; fi
  if [ -e "$kept/plan.json" ]; then
    hallo-migrate up --plan "$kept/plan.json" --report "$new/up.html" --quiet
  else
    hallo-migrate up --report "$new/up.html" --quiet
  fi
}

# Settles what the app has written since the pull: it is pulled, migrated and pushed again.
push() {
  local status round
  for round in {1..5}; do
    status=0
    persist hallo-migrate push --report "$new/push-$round.html" || status=$?
    [ $status = 6 ] || return $status
    persist hallo-migrate pull --conflicts --quiet
    hallo-migrate up --report "$new/up-of-conflicts-$round.html" --quiet
  done
  return $status
}

case ${1:-} in
  review)
    pull
    hallo-migrate audit --report "$new/audit.html" --report "$new/audit.json" --quiet
    hallo-migrate up --dry-run --save-plan "$new/plan.json" --report "$new/review.html"
    ;;
  apply)
    pull
    hallo-migrate audit --report "$new/audit.html" --report "$new/audit.json" --quiet
    migrate
    push
    ;;
  *)
    echo "worker.sh review, or worker.sh apply" >&2
    exit 64
    ;;
esac
