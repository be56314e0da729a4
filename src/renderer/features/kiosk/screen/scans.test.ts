import { describe, expect, test } from 'vitest'
import type { ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import {
  PAUSE_MS,
  QUEUED_SHOWN_MS,
  STOP_LEAST_MS,
} from '../../../parts/card-check/check/next-card.ts'
import type { Timers } from './recent-list.ts'
import { MOST_RECENT, NAME_LASTS_MS } from './recent.ts'
import { createScans, LATE_MS, MAIN_LIMIT_MS, scanInputOf, VOICES_HOLD_MS } from './scans.ts'

const AT = '2026-05-03T17:04:00.000Z'
const result = (wish: Partial<ScanResult> = {}): ScanResult => ({
  verdict: 'VALID',
  reason: 'signed',
  source: 'online',
  cardId: 'WLD_10004217',
  name: 'Amna Idris',
  dob: '1990-01-01',
  role: null,
  status: 'active',
  photoUrl: '/face',
  memberSince: null,
  expiresAt: null,
  listAgeS: null,
  checkIn: { kind: 'recorded', id: 'a', at: AT },
  checkedAt: AT,
  ...wish,
})

function fakeTimers() {
  let now = 0
  let planned: { readonly id: number; readonly at: number; readonly run: () => void }[] = []
  let last = 0
  const timers: Timers = {
    nowMs: () => now,
    setTimeout(run, delayMs) {
      last += 1
      planned.push({ id: last, at: now + delayMs, run })
      return last
    },
    clearTimeout(timer) {
      planned = planned.filter(({ id }) => id !== timer)
    },
  }
  function pass(ms: number): void {
    const end = now + ms
    for (;;) {
      const next = planned
        .filter(({ at }) => at <= end)
        .toSorted((one, other) => one.at - other.at)[0]
      if (next === undefined) break
      planned = planned.filter(({ id }) => id !== next.id)
      now = next.at
      next.run()
    }
    now = end
  }
  return { timers, pass, planned: () => planned.length }
}

function open() {
  const clock = fakeTimers()
  const asked: { readonly result: (value: ScanResult) => void; readonly refuse: () => void }[] = []
  const scans = createScans({
    timers: clock.timers,
    scan: () =>
      new Promise((resolve, reject) =>
        asked.push({ result: resolve, refuse: () => reject(new Error('gone')) }),
      ),
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  async function scanned(text: string, value: ScanResult): Promise<void> {
    scans.start({ kind: 'scanned', text })
    asked.at(-1)?.result(value)
    await settled()
  }
  return { scans, clock, asked, settled, scanned }
}

describe('one card after another', () => {
  test('an earlier result is past at once, and gone after a moment, while the next card is checked', async () => {
    const { scans, clock, scanned } = open()
    await scanned('one', result())
    expect(scans.state().shown).toMatchObject({ kind: 'answer', number: 1 })
    scans.start({ kind: 'scanned', text: 'two' })
    expect(scans.state().shown).toMatchObject({
      kind: 'checking',
      number: 2,
      earlier: { number: 1 },
    })
    clock.pass(LATE_MS)
    expect(scans.state().shown).toMatchObject({
      kind: 'checking',
      number: 2,
      earlier: undefined,
      isLate: true,
    })
    clock.pass(MAIN_LIMIT_MS - LATE_MS)
    expect(scans.state().shown.kind).toBe('failed')
  })

  test('a card that is read while another one is checked is checked after it, and neither is lost', async () => {
    const { scans, clock, asked, settled } = open()
    scans.start({ kind: 'scanned', text: 'one' })
    scans.start({ kind: 'scanned', text: 'two' })
    expect(asked).toHaveLength(1)
    asked[0]?.result(result({ name: 'First' }))
    await settled()
    expect(scans.state().shown).toMatchObject({ kind: 'answer', number: 1 })
    clock.pass(QUEUED_SHOWN_MS)
    asked[1]?.result(result({ name: 'Second' }))
    await settled()
    expect(scans.state().shown).toMatchObject({ kind: 'answer', number: 2 })
    expect(scans.state().recent.map(({ name }) => name)).toEqual(['Second', 'First'])
  })

  test('a camera that sees the card while it is checked asks main once', () => {
    const { scans, asked } = open()
    scans.start({ kind: 'scanned', text: 'one' })
    scans.start({ kind: 'scanned', text: 'one' })
    expect(asked).toHaveLength(1)
  })

  test('a result is cleared after its time; one that was not saved stays until staff dismiss it', async () => {
    const { scans, clock, scanned } = open()
    await scanned('one', result())
    clock.pass(4_000)
    expect(scans.state().shown.kind).toBe('answer')
    clock.pass(2_000)
    expect(scans.state().shown.kind).toBe('idle')
    await scanned('two', result({ checkIn: { kind: 'not-saved', fault: 'disk-full' } }))
    clock.pass(3_600_000)
    expect(scans.state().shown).toMatchObject({ kind: 'answer', number: 2 })
    scans.clear()
    expect(scans.state().shown.kind).toBe('pause')
    clock.pass(PAUSE_MS)
    expect(scans.state().shown.kind).toBe('idle')
  })

  test('the time of an earlier result does not clear a later one', async () => {
    const { scans, clock, scanned } = open()
    await scanned('one', result())
    clock.pass(4_900)
    await scanned('two', result({ verdict: 'FORGED', reason: 'bad-signature' }))
    clock.pass(200)
    expect(scans.state().shown).toMatchObject({ kind: 'answer', number: 2 })
  })

  test('without a response the screen says so, and a late result is still shown', async () => {
    const { scans, clock, asked, settled } = open()
    scans.start({ kind: 'scanned', text: 'one' })
    clock.pass(MAIN_LIMIT_MS)
    expect(scans.state().shown.kind).toBe('failed')
    asked[0]?.result(result())
    await settled()
    expect(scans.state().shown.kind).toBe('answer')
  })

  test('a refusal of main is no verdict', async () => {
    const { scans, asked, settled } = open()
    scans.start({ kind: 'scanned', text: 'one' })
    asked[0]?.refuse()
    await settled()
    expect(scans.state().shown.kind).toBe('failed')
    expect(scans.state().recent).toEqual([])
  })
})

describe('a stop', () => {
  const forged = result({ verdict: 'FORGED', reason: 'bad-signature' })
  const notSaved = result({ checkIn: { kind: 'not-saved', fault: 'disk-full' } })
  const read = (screen: ReturnType<typeof open>, text: string) =>
    screen.scans.start({ kind: 'scanned', text })

  test('stays two seconds, and main is not asked about the next card before a neutral moment has passed', async () => {
    const screen = open()
    const { scans, clock, asked } = screen
    await screen.scanned('false', forged)
    clock.pass(80)
    read(screen, 'good')
    expect(scans.state().shown).toMatchObject({ kind: 'answer', number: 1, others: 1 })
    clock.pass(STOP_LEAST_MS - 81)
    expect(scans.state().shown.kind).toBe('answer')
    clock.pass(1)
    expect(scans.state().shown.kind).toBe('pause')
    clock.pass(PAUSE_MS - 1)
    expect(asked).toHaveLength(1)
    clock.pass(1)
    expect(asked).toHaveLength(2)
    expect(scans.state().shown).toMatchObject({ kind: 'checking', number: 2 })
    expect(scans.state().shown).toMatchObject({ earlier: undefined })
  })

  test('that was shown for longer still leaves a neutral moment before the next card', async () => {
    const screen = open()
    await screen.scanned('false', forged)
    screen.clock.pass(10_000)
    read(screen, 'good')
    screen.clock.pass(0)
    expect(screen.scans.state().shown.kind).toBe('pause')
    expect(screen.asked).toHaveLength(1)
  })

  test('is shown for the card that was read just before, though its friend followed at once', async () => {
    const screen = open()
    read(screen, 'false')
    read(screen, 'good')
    screen.asked[0]?.result(forged)
    await screen.settled()
    expect(screen.scans.state().shown).toMatchObject({ kind: 'answer', number: 1, others: 1 })
    screen.clock.pass(STOP_LEAST_MS - 1)
    expect(screen.scans.state().shown.kind).toBe('answer')
    expect(screen.asked).toHaveLength(1)
  })

  test('a person ends it; the card that waits is checked after the neutral moment', async () => {
    const screen = open()
    await screen.scanned('false', forged)
    read(screen, 'good')
    screen.scans.clear()
    expect(screen.scans.state().shown.kind).toBe('pause')
    screen.clock.pass(PAUSE_MS)
    expect(screen.asked).toHaveLength(2)
  })

  test('its own card in view of the camera is no other card', async () => {
    const screen = open()
    await screen.scanned('false', forged)
    read(screen, 'false')
    expect(screen.scans.state().shown).toMatchObject({ kind: 'answer', others: 0 })
  })

  test('of a check-in that was not saved keeps no card and sends none until a person dismisses it', async () => {
    const screen = open()
    await screen.scanned('one', notSaved)
    read(screen, 'good')
    screen.clock.pass(3_600_000)
    expect(screen.scans.state().shown).toMatchObject({ kind: 'answer', number: 1, others: 1 })
    screen.scans.clear()
    screen.clock.pass(PAUSE_MS)
    expect(screen.scans.state().shown.kind).toBe('idle')
    expect(screen.asked).toHaveLength(1)
  })

  test('of a check-in that was not saved drops the card that waited behind it', async () => {
    const screen = open()
    read(screen, 'one')
    read(screen, 'good')
    screen.asked[0]?.result(notSaved)
    await screen.settled()
    expect(screen.scans.state().shown).toMatchObject({ others: 1 })
    screen.scans.clear()
    screen.clock.pass(PAUSE_MS)
    expect(screen.asked).toHaveLength(1)
  })

  test('no press puts a check aside that is under way', () => {
    const screen = open()
    read(screen, 'one')
    screen.scans.clear()
    expect(screen.scans.state().shown.kind).toBe('checking')
  })

  test('the lock drops the cards that wait', async () => {
    const screen = open()
    await screen.scanned('false', forged)
    read(screen, 'good')
    screen.scans.hide()
    screen.clock.pass(10_000)
    expect(screen.scans.state().shown.kind).toBe('idle')
    expect(screen.asked).toHaveLength(1)
  })
})

describe('voices', () => {
  const told = { checkInId: 'a', count: 2, handedOut: false }
  const shownOf = ({ scans }: ReturnType<typeof open>) => scans.state().shown

  test('come with the reply of the server, and stay until the voting cards are handed out', async () => {
    const screen = open()
    await screen.scanned('one', result())
    expect(shownOf(screen)).toMatchObject({ kind: 'answer', voices: undefined })
    screen.clock.pass(4_000)
    screen.scans.tellVoices([told])
    expect(shownOf(screen)).toMatchObject({ kind: 'answer', voices: told })
    screen.clock.pass(VOICES_HOLD_MS - 1)
    expect(shownOf(screen)).toMatchObject({ kind: 'answer', voices: told })
    screen.clock.pass(1)
    expect(shownOf(screen).kind).toBe('idle')
  })

  test('that are told again do not hold the screen longer', async () => {
    const screen = open()
    await screen.scanned('one', result())
    screen.scans.tellVoices([told])
    screen.clock.pass(VOICES_HOLD_MS - 1)
    screen.scans.tellVoices([told])
    screen.clock.pass(1)
    expect(shownOf(screen).kind).toBe('idle')
  })

  test('may be there before the result of the scan', async () => {
    const screen = open()
    screen.scans.tellVoices([told])
    await screen.scanned('one', result())
    expect(shownOf(screen)).toMatchObject({ voices: told })
  })

  test('of another check-in are not shown with this card, but in the list of scans', async () => {
    const screen = open()
    await screen.scanned('one', result())
    await screen.scanned('two', result({ checkIn: { kind: 'recorded', id: 'b', at: AT } }))
    screen.scans.tellVoices([told])
    expect(shownOf(screen)).toMatchObject({ number: 2, voices: undefined })
    expect(screen.scans.state().recent.map(({ voices }) => voices)).toEqual([undefined, told])
  })

  test('belong to check-ins alone', async () => {
    const screen = open()
    screen.scans.tellVoices([told])
    await screen.scanned('one', result({ checkIn: { kind: 'none' } }))
    await screen.scanned(
      'two',
      result({ checkIn: { kind: 'before', at: AT, gate: 'East', here: true } }),
    )
    expect(shownOf(screen)).toMatchObject({ kind: 'answer', voices: undefined })
    expect(screen.scans.state().recent.every(({ voices }) => voices === undefined)).toBe(true)
  })
})

describe('removing people from the screen', () => {
  test('a name in the list is removed after ten seconds, its card stays', async () => {
    const { scans, clock, scanned } = open()
    await scanned('one', result())
    clock.pass(4_000)
    await scanned('two', result({ name: 'Second' }))
    clock.pass(NAME_LASTS_MS - 4_000)
    expect(scans.state().recent.map(({ name, digits }) => [name, digits])).toEqual([
      ['Second', '4217'],
      [null, '4217'],
    ])
    clock.pass(60_000)
    expect(scans.state().recent.map(({ name }) => name)).toEqual([null, null])
    expect(clock.planned()).toBe(0)
  })

  test('offline the list never shows a name', async () => {
    const { scans, scanned } = open()
    await scanned('one', result({ source: 'offline' }))
    expect(scans.state().recent).toMatchObject([{ name: null, digits: '4217' }])
  })

  test('hiding removes result and names; a result under way does not bring them back to the screen', async () => {
    const { scans, asked, settled, scanned } = open()
    await scanned('one', result())
    scans.start({ kind: 'scanned', text: 'two' })
    scans.hide()
    expect(scans.state()).toMatchObject({ shown: { kind: 'idle' }, recent: [{ name: null }] })
    asked[1]?.result(result())
    await settled()
    expect(scans.state().shown.kind).toBe('idle')
  })

  test('the list holds the last ten', async () => {
    const { scans, scanned } = open()
    for (let number = 1; number <= 300; number++) await scanned(String(number), result())
    expect(scans.state().recent).toHaveLength(MOST_RECENT)
    expect(scans.state().recent[0]?.number).toBe(300)
  })

  test('a card without a name has no digits either', async () => {
    const { scans, scanned } = open()
    await scanned('one', result({ verdict: 'FORGED', reason: 'bad-signature' }))
    expect(scans.state().recent).toMatchObject([{ name: null, digits: null }])
  })
})

describe('what goes to main', () => {
  test('a typed number as a card number, a code unchanged', () => {
    expect(scanInputOf({ kind: 'number', text: ' WLD_10004217 ' })).toEqual({
      cardId: 'WLD_10004217',
    })
    expect(scanInputOf({ kind: 'scanned', text: 'a|b|c', alternatives: ['d|e|f'] })).toEqual({
      payload: 'a|b|c',
      alternatives: ['d|e|f'],
    })
  })
  test('a code that is longer than the channel takes still gets a verdict', () => {
    expect(scanInputOf({ kind: 'scanned', text: 'x'.repeat(10_000) })).toEqual({
      payload: 'x'.repeat(4_096),
    })
  })
})
