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
    message: 'Confirm the code that was sent to the new address first',
  },
  'administrator-protected': {
    status: 403,
    message: 'Only an administrator may do this to an administrator',
  },
  'staff-protected': {
    status: 403,
    message:
      'Only an administrator may change the e-mail, phone or password of staff, or take somebody off the staff',
  },
  'own-account-protected': { status: 403, message: 'You cannot do this to your own account' },
  'own-proposal': {
    status: 403,
    message: 'Somebody else on the staff has to confirm what you proposed',
  },
  'access-unsettled': {
    status: 403,
    message:
      'Somebody else changed your role or how you sign in, less than three days ago. Until then you cannot confirm proposals',
  },
  'proposer-unsettled': {
    status: 403,
    message:
      'Somebody else changed the role or the sign-in of the person who proposed this, less than three days ago. It can be confirmed after that',
  },
  'consent-needed': {
    status: 403,
    message: 'Another administrator has to permit this first. Propose it, with the reason.',
  },
  'address-expired': { status: 403, message: 'This address is no longer valid' },
  'event-not-near': {
    status: 403,
    message:
      'Moderators and reviewers see who comes from a day before the event until a day after it',
  },
  'check-in-closed': {
    status: 403,
    message:
      'Staff check people in from 12 hours before an event until 6 hours after it. What a door recorded meanwhile is sent by the door.',
  },
  'other-event': { status: 403, message: 'This device was enrolled for another event' },
  'not-found': { status: 404, message: 'Not found' },
  'receipt-unknown': {
    status: 404,
    message: 'This receipt is not known here. Check the 16 digits',
  },
  'witness-closed': {
    status: 410,
    message: 'The association takes no reports without an account at the moment',
  },
  'method-not-allowed': { status: 405, message: 'This method is not allowed here' },
  'user-exists': { status: 409, message: 'User already exists' },
  held: { status: 409, message: 'A legal duty forbids deleting this for now' },
  'merge-refused': {
    status: 409,
    message: 'These two records cannot become one as they are. The reasons say what to do first.',
  },
  'last-administrator': { status: 409, message: 'The last administrator must stay' },
  'already-decided': { status: 409, message: 'This request was decided by somebody else' },
  'request-claimed': { status: 409, message: 'A colleague reviews this request at the moment' },
  'report-claimed': { status: 409, message: 'A colleague reviews this report at the moment' },
  'event-full': { status: 409, message: 'There is no place left' },
  'event-has-people': {
    status: 409,
    message: 'People registered for this event: cancel it instead',
  },
  'file-damaged': {
    status: 409,
    message: 'This file is damaged or lost. Tell the operator to restore it from a backup.',
  },
  'upload-out-of-step': { status: 409, message: 'The upload goes on at another place' },
  'assembly-began': {
    status: 409,
    message:
      'It is too late: the assembly has begun, or who carries the voice is in the hall. A member who comes in person has the own voice back.',
  },
  'assembly-not-ready': {
    status: 409,
    message: 'Publish the event and write the agenda before the members are convened',
  },
  'assembly-late': {
    status: 409,
    message: 'Fewer days are left than the statutes ask for. Send `late: true` to convene late.',
  },
  'receipt-impossible': {
    status: 409,
    message:
      'Receipts are off in the settings, or this is no confirmed donation in euros whose donor is known',
  },
  'receipt-in-force': {
    status: 409,
    message: 'There is a receipt for this donation. Cancel it first.',
  },
  conflict: { status: 409, message: 'Somebody else was faster' },
  'list-too-long': {
    status: 409,
    message:
      'More than 5,000 people are on this list. Export the attendance as CSV instead: it has no limit.',
  },
  'too-large': { status: 413, message: 'The request is too large' },
  'wrong-type': { status: 415, message: 'This content type is not accepted here' },
  invalid: { status: 422, message: 'Some fields need a correction' },
  'proof-required': {
    status: 428,
    message: 'Solve the challenge and send the solution with the same call',
  },
  'too-many': { status: 429, message: 'Too many requests. Please wait and try again.' },
  'daily-limit': {
    status: 429,
    message:
      'You have read as many people in this list as one account may in a day. It opens again at midnight UTC.',
  },
  'look-up-limit': {
    status: 429,
    message:
      'Too many people were looked up by number, e-mail or phone. Cards with a signature can still be scanned. Wait, and try again.',
  },
  busy: { status: 429, message: 'The server is busy. Please try again in a moment.' },
  'server-error': { status: 500, message: 'Server error' },
  'not-ready': { status: 503, message: 'Service is temporarily unavailable' },
  'no-space': {
    status: 507,
    message:
      'The server has no space left to store this. Nothing was saved. Please try again later and tell the association.',
  },
  unavailable: {
    status: 503,
    message: 'A part of the service does not respond. Please try again in a moment.',
  },
} as const satisfies Record<ProblemCode, { readonly status: number; readonly message: string }>
