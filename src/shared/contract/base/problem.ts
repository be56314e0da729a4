import * as z from 'zod'

/** Every refusal has one code. Clients translate by it: the key is `problems.<code>`. */
export const PROBLEM_CODES = [
  'bad-request',
  'invalid-credentials',
  'invalid-admin-credentials',
  'not-signed-in',
  'session-ended',
  'no-refresh-token',
  'forbidden',
  'step-up-required',
  'second-factor-needed',
  'second-factor-refused',
  'last-factor',
  'card-incomplete',
  'code-required',
  'administrator-protected',
  'staff-protected',
  'own-account-protected',
  'own-proposal',
  'access-unsettled',
  'proposer-unsettled',
  'consent-needed',
  'address-expired',
  'event-not-near',
  'check-in-closed',
  'other-event',
  'not-found',
  'receipt-unknown',
  'witness-closed',
  'method-not-allowed',
  'user-exists',
  'held',
  'merge-refused',
  'last-administrator',
  'already-decided',
  'request-claimed',
  'report-claimed',
  'event-full',
  'event-has-people',
  'file-damaged',
  'upload-out-of-step',
  'assembly-began',
  'assembly-not-ready',
  'assembly-late',
  'receipt-impossible',
  'receipt-in-force',
  'conflict',
  'list-too-long',
  'too-large',
  'wrong-type',
  'invalid',
  'proof-required',
  'too-many',
  'daily-limit',
  'look-up-limit',
  'busy',
  'server-error',
  'not-ready',
  'no-space',
  'unavailable',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** One faulty field: where it is, why in English, and a code that clients translate (`fields.<code>`). */
export const ProblemField = z.object({
  path: z
    .string()
    .describe('Where the field is: `body.email`, `query.page`')
    .meta({ examples: ['body.email'] }),
  code: z
    .string()
    .describe('Machine-readable cause')
    .meta({ examples: ['invalid_format'] }),
  message: z.string().describe('Cause and remedy in English'),
})
export type ProblemField = z.output<typeof ProblemField>

/** RFC 9457 problem details, extended by `code`, `message`, `fields` and `requestId`. */
export const Problem = z
  .looseObject({
    type: z.string().describe('Address of the documentation of this problem'),
    title: z.string(),
    status: z.int(),
    code: z.enum(PROBLEM_CODES),
    message: z.string(),
    fields: z.array(ProblemField),
    requestId: z.string().describe('Quote it when you ask for help; it finds the log line'),
  })
  .meta({ id: 'Problem' })
export type Problem = z.output<typeof Problem>
