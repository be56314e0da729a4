import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallResult } from '#shared/contract/base/client.ts'
import type { VerifyReply } from '#shared/contract/card.ts'
import type { CardInput, OfflineVerdict } from './check-state.ts'
import { VERIFY_LIMIT_MS, createChecker, PATIENCE_MS } from './checker.ts'
import { PAUSE_MS, STOP_LEAST_MS } from './next-card.ts'

type VerifyResult = CallResult<VerifyReply>
const OFFLINE: VerifyResult = { ok: false, problem: undefined, cause: 'offline' }
const valid = (name: string): Extract<VerifyResult, { ok: true }> => ({
  ok: true,
  headers: new Headers(),
  value: {
    verdict: 'VALID',
    reason: 'signed',
    cardId: 'WLD_1',
    name,
    dob: '1990-04-12',
    role: { id: 'ROLE_USER' },
    status: 'active',
    photoUrl: null,
    memberSince: null,
    expiresAt: null,
    firstCheckIn: null,
    checkedAt: '2026-05-03T09:00:00.000Z',
  },
})
const forgedReply = {
  ...valid(''),
  value: { ...valid('').value, verdict: 'FORGED' as const, reason: 'bad-signature' as const },
}
const card = (text: string): CardInput => ({ kind: 'scanned', text })

/** A server whose responses the test gives, in any order. */
function setUp(here?: (input: CardInput) => Promise<OfflineVerdict | undefined>) {
  const calls: {
    readonly text: string
    readonly input: CardInput
    readonly signal: AbortSignal
    readonly replied: (replied: VerifyResult) => void
  }[] = []
  const checker = createChecker({
    judgeHere: here,
    now: () => new Date('2026-05-03T09:00:00Z'),
    verify: (input, signal) =>
      new Promise((resolve) => {
        calls.push({ text: input.text, input, signal, replied: resolve })
        signal.addEventListener('abort', () => {
          const { name } = signal.reason as Error // the checker aborts with errors only
          resolve({
            ok: false,
            problem: undefined,
            cause: name === 'AbortError' ? 'aborted' : 'offline',
          })
        })
      }),
  })
  const replied = async (index: number, value: VerifyResult): Promise<void> => {
    calls[index]?.replied(value)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { checker, calls, replied, check: () => checker.state().check }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a checker', () => {
  test('continues after the checks of an earlier visit, which keep their numbers', () => {
    const before = [
      { number: 7, at: new Date('2026-05-03T08:50:00Z'), result: 'VALID' as const, name: 'Amna' },
    ]
    const checker = createChecker({
      now: () => new Date('2026-05-03T09:00:00Z'),
      verify: () => new Promise(() => undefined),
      recent: before,
    })
    expect(checker.state()).toEqual({ check: { kind: 'idle' }, recent: before })
    checker.start(card('a'))
    checker.clear()
    expect(checker.state().recent.map(({ number }) => number)).toEqual([8, 7])
  })

  test('names the event of its door', async () => {
    const asked: string[] = []
    const checker = createChecker({
      now: () => new Date('2026-05-03T09:00:00Z'),
      verify: async (_input, _signal, eventId) => {
        asked.push(eventId)
        return valid('Amna')
      },
    })
    for (const event of ['', 'assembly', '']) {
      checker.standAt(event)
      checker.start(card('a'))
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(asked).toEqual(['', 'assembly', ''])
  })

  test('puts aside what was checked for another event', async () => {
    const { checker, replied, check } = setUp()
    checker.start(card('a'))
    await replied(0, valid('Amna'))
    checker.standAt('')
    expect(check().kind).toBe('shown')
    checker.standAt('assembly')
    expect(check().kind).toBe('idle')
    expect(checker.state().recent).toHaveLength(1)
  })

  test('calls the server in the same turn in which the text was read', () => {
    const { checker, calls } = setUp()
    checker.start(card('a'))
    expect(calls.map(({ text }) => text)).toEqual(['a'])
  })

  test('aborts the check of the earlier card and never shows its response', async () => {
    const { checker, calls, replied, check } = setUp()
    checker.start(card('a'))
    checker.start(card('b'))
    expect(calls[0]?.signal.aborted).toBe(true)
    await replied(1, valid('Second'))
    await replied(0, valid('First'))
    expect(check()).toMatchObject({ kind: 'shown', reply: { name: 'Second' } })
  })

  test('calls once for a card that is read again while its check is under way', () => {
    const { checker, calls } = setUp()
    checker.start(card('a'))
    checker.start(card('a'))
    expect(calls).toHaveLength(1)
  })

  test('holds a card without response and retries until there is a verdict', async () => {
    const { checker, calls, replied, check } = setUp()
    checker.start(card('a'))
    await replied(0, OFFLINE)
    expect(check()).toMatchObject({ kind: 'unchecked', input: { text: 'a' }, tries: 1 })
    await vi.advanceTimersByTimeAsync(1_000)
    await replied(1, OFFLINE)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(calls).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    await replied(2, valid('Amna'))
    expect(check()).toMatchObject({ kind: 'shown', reply: { name: 'Amna' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(3)
  })

  test('treats a server that does not respond in time as offline', async () => {
    const { checker, check } = setUp()
    checker.start(card('a'))
    await vi.advanceTimersByTimeAsync(VERIFY_LIMIT_MS)
    expect(check()).toMatchObject({ kind: 'unchecked', trouble: { kind: 'offline' } })
  })

  test('stops trying when the card is put aside, when the next one comes, and when the page ends', async () => {
    for (const end of ['clear', 'stop'] as const) {
      const { checker, calls, replied } = setUp()
      checker.start(card('a'))
      await replied(0, OFFLINE)
      checker[end]()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(calls).toHaveLength(1)
    }
    const { checker, calls, replied } = setUp()
    checker.start(card('a'))
    await replied(0, OFFLINE)
    checker.start(card('b'))
    await replied(1, valid('Second'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls.map(({ text }) => text)).toEqual(['a', 'b'])
  })

  test('keeps a stop for two seconds, then pauses, then checks the newest card that was read meanwhile', async () => {
    const { checker, calls, replied, check } = setUp()
    const texts = (): string[] => calls.map(({ text }) => text)
    checker.start(card('forged'))
    await replied(0, forgedReply)
    checker.start(card('forged'))
    expect(checker.state().waits).toBeUndefined() // the camera sees the same card many times
    checker.start(card('friend'))
    checker.start(card('other'))
    expect(checker.state()).toMatchObject({ check: { kind: 'shown' }, waits: true })
    await vi.advanceTimersByTimeAsync(STOP_LEAST_MS - 1)
    expect(check()).toMatchObject({ kind: 'shown', input: { text: 'forged' } })
    await vi.advanceTimersByTimeAsync(1)
    expect(check().kind).toBe('idle')
    expect(texts()).toEqual(['forged'])
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(texts()).toEqual(['forged', 'other'])
  })

  test('a stop that was seen makes room at once, and so does a press after a pause', async () => {
    const { checker, calls, replied } = setUp()
    checker.start(card('forged'))
    await replied(0, forgedReply)
    await vi.advanceTimersByTimeAsync(STOP_LEAST_MS)
    checker.start(card('next'))
    expect(calls).toHaveLength(2)
    await replied(1, forgedReply)
    checker.clear()
    checker.start(card('third'))
    expect(calls).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(PAUSE_MS)
    expect(calls.at(-1)?.text).toBe('third')
  })

  test('sends all readings of a hand scan in one call', async () => {
    const { checker, calls, replied, check } = setUp()
    checker.start({ ...card('typed'), alternatives: ['meant'] })
    expect(calls.map(({ input }) => input)).toEqual([{ ...card('typed'), alternatives: ['meant'] }])
    await replied(0, valid('Amna'))
    expect(check()).toMatchObject({ kind: 'shown', reply: { verdict: 'VALID' } })
  })

  test('waits as long as a busy server asks', async () => {
    const { checker, calls, replied } = setUp()
    checker.start(card('a'))
    const problem = {
      type: 'about:blank',
      title: '',
      status: 429,
      code: 'too-many' as const,
      message: '',
      fields: [],
      requestId: '',
    }
    await replied(0, { ok: false, problem, retryAfterS: 9 })
    await vi.advanceTimersByTimeAsync(8_999)
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(calls).toHaveLength(2)
  })

  test('notifies its listeners of every change and of nothing else', async () => {
    const { checker, replied } = setUp()
    const heard = vi.fn()
    const leave = checker.subscribe(heard)
    checker.start(card('a'))
    await replied(0, valid('Amna'))
    checker.retry()
    expect(heard).toHaveBeenCalledTimes(2)
    leave()
    checker.clear()
    expect(heard).toHaveBeenCalledTimes(2)
  })
})

describe('a checker on a device with a verdict of its own', () => {
  const known: OfflineVerdict = { reply: valid('From the card').value, listAgeS: 720 }
  test('shows it while the server does not respond, and keeps retrying', async () => {
    const here = vi.fn(async () => known)
    const { checker, calls, replied, check } = setUp(here)
    checker.start(card('a'))
    await replied(0, OFFLINE)
    expect(check()).toMatchObject({ kind: 'unchecked', offline: known, tries: 1 })
    await vi.advanceTimersByTimeAsync(1_000)
    await replied(1, OFFLINE)
    expect(here).toHaveBeenCalledTimes(2) // the list may have come in between
    await vi.advanceTimersByTimeAsync(2_000)
    await replied(2, valid('Amna'))
    expect(check()).toMatchObject({ kind: 'shown', reply: { name: 'Amna' } })
    expect(calls).toHaveLength(3)
  })
  test('does not let people wait for a slow server, whose response still counts', async () => {
    const { checker, replied, check } = setUp(async () => known)
    checker.start(card('a'))
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1)
    expect(check().kind).toBe('checking')
    await vi.advanceTimersByTimeAsync(1)
    expect(check()).toMatchObject({ kind: 'unchecked', offline: known, retrying: true })
    await replied(0, valid('Amna'))
    expect(check()).toMatchObject({ kind: 'shown', reply: { name: 'Amna' } })
  })
  test('does not judge when the server responds in time, or with anything but a verdict', async () => {
    const here = vi.fn(async () => known)
    const { checker, replied, check } = setUp(here)
    checker.start(card('a'))
    await replied(0, valid('Amna'))
    checker.start(card('b'))
    await replied(1, {
      ok: false,
      problem: {
        type: 'about:blank',
        title: '',
        status: 401,
        code: 'not-signed-in',
        message: '',
        fields: [],
        requestId: '',
      },
      retryAfterS: undefined,
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(here).not.toHaveBeenCalled()
    expect(check()).toMatchObject({ kind: 'unchecked', trouble: { kind: 'sessionEnded' } })
  })
  test('holds the card where the device has no verdict, as on the web', async () => {
    const { checker, replied, check } = setUp(async () => undefined)
    checker.start(card('a'))
    await vi.advanceTimersByTimeAsync(PATIENCE_MS)
    expect(check().kind).toBe('checking')
    await replied(0, OFFLINE)
    expect(check()).toMatchObject({ kind: 'unchecked', trouble: { kind: 'offline' } })
    expect(check()).not.toHaveProperty('offline')
  })
  test('never shows its verdict of an earlier card', async () => {
    let say: (verdict: OfflineVerdict) => void = () => undefined
    const { checker, replied, check } = setUp(() => new Promise((resolve) => (say = resolve)))
    checker.start(card('a'))
    await replied(0, OFFLINE)
    checker.start(card('b'))
    say(known)
    await vi.advanceTimersByTimeAsync(0)
    expect(check()).toMatchObject({ kind: 'checking', input: { text: 'b' } })
  })
})
