// The files of `npm test -- security`: what an attacker would try, in one run. All of them are in other steps as well.

export const SECURITY_TESTS = [
  // Whole contract: access, bad input, injection, the audit row of each change.
  'tests/security/',
  // One limit and one session for all servers.
  'tests/replicas/shared-state.test.ts',
  // Sign-in, sessions, tokens, guesses, enumeration.
  'tests/api/auth.test.ts',
  'tests/api/password-reset.test.ts',
  'tests/api/second-factor.test.ts',
  'tests/api/proof-of-work.test.ts',
  'tests/api/registration.test.ts',
  'tests/api/kiosk.test.ts',
  'tests/api/audit-verify.test.ts',
  'tests/api/security-text.test.ts',
  'src/server/parts/security/',
  // Who sees which person, file and field, and how many of them.
  'tests/api/signing.test.ts',
  'tests/api/review-documents.test.ts',
  'tests/api/decided-requests.test.ts',
  'tests/api/member-list-limits.test.ts',
  'tests/api/report-protection.test.ts',
  // What a copy of the database tells, keys that turn, two administrators, unusual acts.
  'tests/api/sealed-columns.test.ts',
  'tests/api/keys-rotate.test.ts',
  'tests/api/consents.test.ts',
  'tests/api/watch.test.ts',
  // Uploads, documents, and what is served of them.
  'tests/api/uploads.test.ts',
  'tests/api/evidence-uploads.test.ts',
  'tests/api/document-pages.test.ts',
  'tests/api/file-replies.test.ts',
  'src/server/parts/files/documents/',
  // Cards and their signatures.
  'tests/api/card.test.ts',
  'tests/api/status-list.test.ts',
  // The desktop app without a window: channels, proxy, headers, PIN, log.
  'src/main/ipc/',
  'src/main/proxy/',
  'src/main/security/',
  'src/main/kiosk/pin.test.ts',
  'src/main/kiosk/doors-channels.test.ts',
  'src/main/doors/',
  'src/main/kiosk/kiosk-routes.test.ts',
  'src/main/log/redact.test.ts',
]

export const SECURITY_SPECS = [
  'tests/desktop/content-security.spec.ts',
  'tests/desktop/deep-link.spec.ts',
  'tests/desktop/downloads.spec.ts',
  'tests/desktop/hostile-page.spec.ts',
  'tests/desktop/ipc.spec.ts',
  'tests/desktop/kiosk.spec.ts',
  'tests/desktop/navigation.spec.ts',
  'tests/desktop/permissions.spec.ts',
  'tests/desktop/proxy.spec.ts',
  'tests/desktop/session.spec.ts',
  'tests/desktop/updates.spec.ts',
]
