// The files of `npm test -- faults`: what is outside the process fails. All of them are in other steps as well, there
// with fewer rounds.

export const FAULT_TESTS = [
  // The server, or a restore, is killed, and started again.
  'tests/faults/',
  'tests/api/process.test.ts',
  // Database, disk, store and mail server are away, slow, full or damaged.
  'tests/api/database-faults.test.ts',
  'src/server/parts/database/sqlite-file.test.ts',
  'tests/api/full-disk.test.ts',
  'tests/api/file-faults.test.ts',
  'tests/api/file-stores.test.ts',
  'tests/api/mails.test.ts',
  // Several servers, of which one ends.
  'tests/replicas/',
  'tests/api/evidence-replicas.test.ts',
  'tests/api/evidence-uploads.test.ts',
  // Databases of released versions, while those still write.
  'tests/api/released-versions.test.ts',
  // Backups that are cut off or damaged, keys that turn, a clock that is wrong.
  'tests/api/backup.test.ts',
  'tests/api/backup-damage.test.ts',
  'tests/api/held-mails.test.ts',
  'tests/api/keys-rotate.test.ts',
  'tests/api/retention.test.ts',
  // The files of the server and of the desktop app after a power cut.
  'src/server/base/durable-file.test.ts',
  'src/main/outbox/',
  'src/main/files/',
  'src/main/settings/',
  'src/main/offline/',
  'tests/api/check-in-queue.test.ts',
  'tests/api/check-in-replay.test.ts',
]
