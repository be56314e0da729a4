import { describe, expect, test } from 'vitest'
import { PROBLEMS } from '#shared/contract/base/problem-replies.ts'
import type { ProblemCode } from '#shared/contract/base/problem.ts'
import type { EvidenceUpload } from '#shared/contract/evidence.ts'
import { CallFailure } from '../calls/call-failure.ts'
import {
  backOffMs,
  nextStep,
  NO_TRIES,
  type UploadStepResult,
  type UploadStep,
} from './next-step.ts'

const upload = (change: Partial<EvidenceUpload> = {}): EvidenceUpload => ({
  id: 'u',
  state: 'open',
  size: 300,
  sha256: 'a',
  offset: 100,
  chunkBytes: 100,
  expiresAt: '2026-05-04T00:00:00.000Z',
  fileUrl: null,
  ...change,
})
const went = (change?: Partial<EvidenceUpload>): UploadStepResult => ({
  kind: 'went',
  upload: upload(change),
})
const offline: UploadStepResult = {
  kind: 'failed',
  failure: new CallFailure({ ok: false, problem: undefined, cause: 'offline' }),
}
const refused = (
  code: ProblemCode,
  more: {
    fields?: { path: string; code: string; message: string }[]
    offset?: number
    retryAfterS?: number
  } = {},
): UploadStepResult => {
  const { retryAfterS, fields = [], ...extra } = more
  const { status, message } = PROBLEMS[code]
  return {
    kind: 'failed',
    failure: new CallFailure({
      ok: false,
      problem: { type: '', title: message, status, code, message, fields, requestId: '', ...extra },
      retryAfterS,
    }),
  }
}
const SEND: UploadStep = { kind: 'send', id: 'u', offset: 100 }
const OPEN: UploadStep = { kind: 'open' }
const FINISH: UploadStep = { kind: 'finish', id: 'u' }

describe('when it goes well', () => {
  test.each([
    [
      'opened: the first part',
      OPEN,
      went({ offset: 0 }),
      { kind: 'go', step: { kind: 'send', id: 'u', offset: 0 } },
    ],
    [
      'a part is there: the next one',
      SEND,
      went({ offset: 200 }),
      { kind: 'go', step: { kind: 'send', id: 'u', offset: 200 } },
    ],
    [
      'the last part is there: put it together',
      SEND,
      went({ offset: 300 }),
      { kind: 'go', step: FINISH },
    ],
    [
      'finished: done',
      FINISH,
      went({ offset: 300, state: 'finished', fileUrl: '/api/files/1' }),
      { kind: 'done', fileUrl: '/api/files/1' },
    ],
    [
      'asked, and it was finished long ago: done',
      { kind: 'ask', id: 'u' },
      went({ offset: 300, state: 'finished', fileUrl: '/api/files/1' }),
      { kind: 'done', fileUrl: '/api/files/1' },
    ],
  ] as const)('%s', (_what, step, outcome, wanted) =>
    expect(nextStep(step, outcome, NO_TRIES, 0)).toMatchObject(wanted),
  )
})

describe('when the line drops', () => {
  test('asks the server for its progress after a wait', () =>
    expect(nextStep(SEND, offline, NO_TRIES, 1)).toEqual({
      kind: 'wait',
      ms: 1_000,
      step: { kind: 'ask', id: 'u' },
      tries: { lost: 1, faults: 0, damaged: 0, forgotten: 0 },
    }))
  test('repeats the finish', () =>
    expect(nextStep(FINISH, offline, NO_TRIES, 1)).toMatchObject({ kind: 'wait', step: FINISH }))
  test('the wait doubles up to a minute, and differs', () => {
    expect([0, 1, 2, 5, 6, 30].map((lost) => backOffMs(lost, 1))).toEqual([
      1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
    ])
    expect(backOffMs(3, 0)).toBe(4_000)
  })
  test('never stops on its own', () =>
    expect(nextStep(SEND, offline, { ...NO_TRIES, lost: 1_000 }, 1)).toMatchObject({
      kind: 'wait',
    }))
  test('a successful part resets the count', () =>
    expect(nextStep(SEND, went(), { ...NO_TRIES, lost: 9 }, 1)).toMatchObject({ tries: NO_TRIES }))
  test('reading the progress does not reset the count', () =>
    expect(
      nextStep({ kind: 'ask', id: 'u' }, went(), { ...NO_TRIES, lost: 9, faults: 2 }, 1),
    ).toMatchObject({ kind: 'go', tries: { lost: 9, faults: 2 } }))
  test('waits for a failing server, six times', () => {
    expect(nextStep(SEND, refused('server-error'), NO_TRIES, 1)).toMatchObject({
      kind: 'wait',
      ms: 1_000,
      step: { kind: 'ask' },
      tries: { faults: 1 },
    })
    expect(
      nextStep(SEND, refused('not-ready', { retryAfterS: 20 }), { ...NO_TRIES, faults: 4 }, 1),
    ).toMatchObject({ kind: 'wait', ms: 20_000 })
    expect(nextStep(SEND, refused('server-error'), { ...NO_TRIES, faults: 5 }, 1)).toMatchObject({
      kind: 'failed',
    })
  })
})

describe('other replies of the server', () => {
  test.each([
    [
      'busy: as long as it says',
      FINISH,
      refused('busy', { retryAfterS: 7 }),
      { kind: 'wait', ms: 7_000, step: FINISH },
    ],
    [
      'too many parts: as long as it says',
      SEND,
      refused('too-many', { retryAfterS: 30 }),
      { kind: 'wait', ms: 30_000, step: SEND },
    ],
    [
      'too many today: it fails',
      OPEN,
      refused('too-many', { retryAfterS: 30_000 }),
      { kind: 'failed' },
    ],
    [
      'out of step: where it says',
      SEND,
      refused('upload-out-of-step', { offset: 200 }),
      { kind: 'go', step: { kind: 'send', id: 'u', offset: 200 } },
    ],
    ['forgotten: from the start', SEND, refused('not-found'), { kind: 'go', step: OPEN }],
    [
      'damaged on its way: again',
      SEND,
      refused('invalid', {
        fields: [{ path: 'headers.content-digest', code: 'hash_mismatch', message: '' }],
      }),
      { kind: 'go', step: SEND },
    ],
    [
      'another whole: it fails',
      FINISH,
      refused('invalid', { fields: [{ path: 'body', code: 'hash_mismatch', message: '' }] }),
      { kind: 'failed' },
    ],
    ['a wrong kind of file: it fails', FINISH, refused('wrong-type'), { kind: 'failed' }],
    ['the session is over: it fails', SEND, refused('not-signed-in'), { kind: 'failed' }],
    [
      'given up: it fails',
      SEND,
      {
        kind: 'failed',
        failure: new CallFailure({ ok: false, problem: undefined, cause: 'aborted' }),
      },
      { kind: 'failed' },
    ],
  ] as const)('%s', (_what, step, outcome, wanted) =>
    expect(nextStep(step, outcome, NO_TRIES, 0)).toMatchObject(wanted),
  )
  test('forgotten twice: it fails', () =>
    expect(nextStep(SEND, refused('not-found'), { ...NO_TRIES, forgotten: 1 }, 0)).toMatchObject({
      kind: 'failed',
    }))
  test('out of step again and again: it fails', () =>
    expect(
      nextStep(
        SEND,
        refused('upload-out-of-step', { offset: 200 }),
        { ...NO_TRIES, damaged: 3 },
        0,
      ),
    ).toMatchObject({ kind: 'failed' }))
  test('damaged four times: it fails', () =>
    expect(
      nextStep(
        SEND,
        refused('invalid', {
          fields: [{ path: 'headers.content-digest', code: 'hash_mismatch', message: '' }],
        }),
        { ...NO_TRIES, damaged: 3 },
        0,
      ),
    ).toMatchObject({ kind: 'failed' }))
})
