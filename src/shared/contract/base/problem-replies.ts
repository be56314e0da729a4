import type { ProblemCode } from './problem.ts'

/**
 * The HTTP status and the English message of every refusal (the specification's literal text where it has one). Apart
 * from the codes, because pages translate by code and need no message.
 */
export const PROBLEMS = {
  'bad-request': { status: 400, message: 'The request is not well formed' },
  'invalid-credentials': { status: 401, message: 'Invalid credentials' },
  'invalid-admin-credentials': { status: 401, message: 'Invalid admin credentials' },
  'not-signed-in': { status: 401, message: 'Sign in to continue' },
  'session-ended': { status: 401, message: 'Failed to refresh token' },
  'no-refresh-token': { status: 401, message: 'No refresh token available' },
  forbidden: { status: 403, message: 'You are not allowed to do this' },
  'step-up-required': { status: 403, message: 'Confirm your password to continue' },
  'second-factor-needed': {
    status: 403,
    message: 'Confirm your second factor, or set one up, to continue',
  },
  'second-factor-refused': { status: 403, message: 'This code or passkey was not accepted' },
  'last-factor': {
    status: 409,
    message: 'Staff must keep a second factor: add another one before you delete this one',
  },
  'card-incomplete': {
    status: 422,
    message: 'The card needs the date of birth and the sex of its holder',
  },
  'code-required': {
    status: 403,
    message: 'First confirm the code that was sent to the new address',
  },
  'administrator-protected': {
    status: 403,
    message: 'Only an administrator may do this to an administrator',
  },
  'staff-protected': {
    status: 403,
    message:
      'Only an administrator may change the e-mail, phone or password of staff, or remove somebody from the staff',
  },
  'own-account-protected': { status: 403, message: 'You cannot do this to your own account' },
  'own-proposal': {
    status: 403,
    message: 'Another administrator has to approve what you proposed',
  },
  'access-unsettled': {
    status: 403,
    message:
      'Somebody else changed your role or how you sign in less than three days ago. You cannot approve proposals until three days have passed',
  },
  'proposer-unsettled': {
    status: 403,
    message:
      'Somebody else changed the role or the sign-in of the person who proposed this less than three days ago. It can be approved once three days have passed',
  },
  'consent-needed': {
    status: 403,
    message: 'Another administrator has to approve this first. Propose it, with the reason.',
  },
  'address-expired': { status: 403, message: 'This address is no longer valid' },
  'event-not-near': {
    status: 403,
    message:
      'Moderators and reviewers can see who is coming only from a day before the event until a day after it',
  },
  'check-in-closed': {
    status: 403,
    message:
      'Staff check people in from 12 hours before an event until 6 hours after it. A door itself sends what it recorded in the meantime.',
  },
  'other-event': { status: 403, message: 'This device was enrolled for another event' },
  'not-found': { status: 404, message: 'Not found' },
  'receipt-unknown': {
    status: 404,
    message: 'This receipt is not recognised. Check the 16 digits',
  },
  'witness-closed': {
    status: 410,
    message: 'The association is not accepting reports without an account at the moment',
  },
  'method-not-allowed': { status: 405, message: 'This method is not allowed here' },
  'user-exists': { status: 409, message: 'User already exists' },
  held: { status: 409, message: 'For legal reasons this cannot be deleted for now' },
  'merge-refused': {
    status: 409,
    message: 'These two records cannot be merged as they are. The reasons say what to do first.',
  },
  'last-administrator': { status: 409, message: 'There must always be at least one administrator' },
  'already-decided': { status: 409, message: 'Somebody else has already decided this request' },
  'request-claimed': {
    status: 409,
    message: 'A colleague is reviewing this request at the moment',
  },
  'report-claimed': { status: 409, message: 'A colleague is reviewing this report at the moment' },
  'event-full': { status: 409, message: 'There are no places left' },
  'event-has-people': {
    status: 409,
    message: 'People registered for this event: cancel it instead',
  },
  'file-damaged': {
    status: 409,
    message:
      'This file is damaged or lost. The person who runs the server has to restore it from a backup.',
  },
  'upload-out-of-step': { status: 409, message: 'The upload was continued elsewhere' },
  'assembly-began': {
    status: 409,
    message:
      'It is too late: the assembly has begun, or the proxy is in the hall. A member who comes votes in person.',
  },
  'assembly-not-ready': {
    status: 409,
    message: 'Publish the event and write the agenda before you send the notice',
  },
  'assembly-late': {
    status: 409,
    message:
      'Fewer days are left than the statutes require. Send `late: true` to send the notice late.',
  },
  'receipt-impossible': {
    status: 409,
    message:
      'Receipts are off in the settings, or this is not a confirmed donation in euros with a known donor',
  },
  'receipt-in-force': {
    status: 409,
    message: 'There is a receipt for this donation. Cancel it first.',
  },
  conflict: { status: 409, message: 'Somebody else made a change first' },
  'list-too-long': {
    status: 409,
    message:
      'More than 5,000 people are on this list. Export the attendance as CSV instead: it has no limit.',
  },
  'too-large': { status: 413, message: 'The request is too large' },
  'wrong-type': { status: 415, message: 'This content type is not accepted here' },
  invalid: { status: 422, message: 'Some fields need correcting' },
  'proof-required': {
    status: 428,
    message: 'Solve the challenge and send the solution with the same call',
  },
  'too-many': { status: 429, message: 'Too many requests. Wait a moment, then try again.' },
  'daily-limit': {
    status: 429,
    message:
      'This account has reached the daily limit for viewing people in this list. It opens again at midnight UTC.',
  },
  'look-up-limit': {
    status: 429,
    message:
      'Too many people were looked up by number, e-mail or phone. Cards with a signature can still be scanned. Try again later.',
  },
  busy: { status: 429, message: 'The server is busy. Try again in a moment.' },
  'server-error': { status: 500, message: 'Server error' },
  'not-ready': { status: 503, message: 'Service is temporarily unavailable' },
  'no-space': {
    status: 507,
    message:
      'The server has no space left, so nothing was saved. Tell the association, and try again later.',
  },
  unavailable: {
    status: 503,
    message: 'Part of the service is not responding. Try again in a moment.',
  },
} as const satisfies Record<ProblemCode, { readonly status: number; readonly message: string }>
