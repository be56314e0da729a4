import { describe, expect, test } from 'vitest'
import { createActivityReports, TOUCH_EVERY_MS } from './activity-reports.ts'
import { placeInstead } from './kiosk-paths.ts'
import { createPushed } from './pushed-state.ts'
import { nameScript } from './screen/name-script.ts'
import { endOf, kioskEvents, type StartFields, startFaults, toBegin } from './start/start-rules.ts'

describe('where the app may be', () => {
  test.each([
    ['scanning', false, '/', '/kiosk'],
    ['scanning', false, '/admin/dashboard/users', '/kiosk'],
    ['locked', false, '/kiosk/queue', '/kiosk'],
    ['scanning', true, '/kiosk', undefined],
    ['locked', true, '/kiosk/', undefined],
    ['off', true, '/', '/kiosk/start'],
    ['off', true, '/login', undefined],
    ['off', true, '/kiosk', '/kiosk/start'],
    ['off', false, '/kiosk', '/login'],
    ['off', false, '/', undefined],
    ['off', false, '/kiosk/queue', undefined],
  ] as const)('%s, wanted %s, at %s', (mode, wanted, path, instead) =>
    expect(placeInstead({ mode, wanted }, path)).toBe(instead),
  )
})

describe('the script of a name', () => {
  test.each([
    ['آمنة إدريس', 'ar', 'rtl'],
    ['Amna Idris', '', 'ltr'],
    ['  1. محمد Ali', 'ar', 'rtl'],
    ['', '', 'ltr'],
    ['123', '', 'ltr'],
  ])('%s', (name, lang, dir) => expect(nameScript(name)).toEqual({ lang, dir }))
})

describe('touches', () => {
  test('are sent at once and then every ten seconds at most, also after the clock is set back', () => {
    let now = 50_000
    let told = 0
    const touched = createActivityReports(
      () => void (told += 1),
      () => now,
    )
    for (let key = 0; key < 100; key++) {
      touched()
      now += 100
    }
    expect(told).toBe(1)
    now += TOUCH_EVERY_MS
    touched()
    expect(told).toBe(2)
    now = 0
    touched()
    expect(told).toBe(3)
  })
})

describe('the set-up', () => {
  const good: StartFields = {
    eventId: 'general-assembly',
    hours: '8',
    deviceName: 'North door',
    pin: '246801',
    pinAgain: '246801',
    lockAfterMin: 15,
  }
  test('accepts a good one, and sends it without the repeated PIN', () => {
    expect(startFaults(good)).toEqual({})
    expect(toBegin({ ...good, deviceName: '  North door ' })).toEqual({
      eventId: 'general-assembly',
      hours: 8,
      deviceName: 'North door',
      pin: '246801',
      lockAfterMin: 15,
    })
  })
  test.each([
    [{ eventId: '' }, { eventId: 'event' }],
    [{ hours: '0' }, { hours: 'hours' }],
    [{ hours: '17' }, { hours: 'hours' }],
    [{ hours: '1.5' }, { hours: 'hours' }],
    [{ hours: '' }, { hours: 'hours' }],
    [{ deviceName: '   ' }, { deviceName: 'name' }],
    [{ deviceName: 'x'.repeat(41) }, { deviceName: 'name' }],
    [{ pin: '12345', pinAgain: '12345' }, { pin: 'pin' }],
    [{ pin: '1234567890123', pinAgain: '1234567890123' }, { pin: 'pin' }],
    [{ pin: '', pinAgain: '' }, { pin: 'pin' }],
    [{ pin: '111111', pinAgain: '111111' }, { pin: 'pinEasy' }],
    [{ pin: '123456', pinAgain: '123456' }, { pin: 'pinEasy' }],
    [{ pin: '987654', pinAgain: '987654' }, { pin: 'pinEasy' }],
    [{ pinAgain: '246802' }, { pinAgain: 'pinDiffers' }],
  ] as const)('%j', (wish, faults) => expect(startFaults({ ...good, ...wish })).toEqual(faults))

  test('offers events that are published and not over, running ones first', () => {
    const event = (
      id: string,
      startsAt: string,
      endsAt: string,
      status: 'upcoming' | 'past' | 'draft' | 'cancelled' = 'upcoming',
    ) => ({ id, startsAt, endsAt, status })
    const events = [
      event('later', '2026-06-01T08:00:00Z', '2026-06-01T18:00:00Z'),
      event('now', '2026-05-03T08:00:00Z', '2026-05-03T18:00:00Z'),
      event('over', '2026-05-02T08:00:00Z', '2026-05-02T18:00:00Z', 'past'),
      event('draft', '2026-05-04T08:00:00Z', '2026-05-04T18:00:00Z', 'draft'),
      event('called-off', '2026-05-04T08:00:00Z', '2026-05-04T18:00:00Z', 'cancelled'),
    ]
    expect(kioskEvents(events, new Date('2026-05-03T10:00:00Z')).map(({ id }) => id)).toEqual([
      'now',
      'later',
    ])
  })
  test('shows the end, and nothing for invalid hours', () => {
    const now = new Date('2026-05-03T15:30:00Z')
    expect(endOf('8', now)?.toISOString()).toBe('2026-05-03T23:30:00.000Z')
    expect(['', '0', '17', '-1', 'x'].map((hours) => endOf(hours, now))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('a state of main', () => {
  function held() {
    const asked: ((value: number) => void)[] = []
    let changed: () => void = () => undefined
    let listening = 0
    const pushed = createPushed<number>({
      ask: () => new Promise((resolve) => asked.push(resolve)),
      listen(listener) {
        changed = listener
        listening += 1
        return () => void (listening -= 1)
      },
    })
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    return { pushed, asked, push: () => changed(), listening: () => listening, settled }
  }
  test('is read once for several readers, and dropped with the last', async () => {
    const { pushed, asked, listening, settled } = held()
    const [one, other] = [pushed.subscribe(() => undefined), pushed.subscribe(() => undefined)]
    asked[0]?.(1)
    await settled()
    expect(pushed.get()).toEqual({ value: 1, failed: false })
    expect([asked.length, listening()]).toEqual([1, 1])
    one()
    other()
    expect(listening()).toBe(0)
  })
  test('changes during a read cause one more read, not one each', async () => {
    const { pushed, asked, push, settled } = held()
    pushed.subscribe(() => undefined)
    for (let time = 0; time < 50; time++) push()
    asked[0]?.(1)
    await settled()
    expect(asked).toHaveLength(2)
    asked[1]?.(2)
    await settled()
    expect(pushed.get().value).toBe(2)
    expect(asked).toHaveLength(2)
  })
  test('the last known state stays when main does not respond', async () => {
    let answers = true
    const pushed = createPushed({
      ask: async () => (answers ? 1 : Promise.reject(new Error('gone'))),
      listen: () => () => undefined,
    })
    await pushed.reread()
    answers = false
    await pushed.reread()
    expect(pushed.get()).toEqual({ value: 1, failed: true })
  })
})
