import { expect, test } from 'vitest'
import { createCameraHabit, mayStartUnasked } from './camera-habit.ts'
import { withoutScan } from './take-back.ts'

const asked = (state: PermissionState) => ({
  permissions: { query: async () => ({ state }) as PermissionStatus },
}) // as: only the state is read
const habitOf = (started: boolean) => ({ load: () => started, save: () => undefined })
const unknowing = { permissions: { query: () => Promise.reject(new TypeError('camera')) } }

test.each([
  ['first use', false, 'web', asked('granted'), false],
  ['used before and allowed', true, 'web', asked('granted'), true],
  ['used before and to be asked again', true, 'web', asked('prompt'), false],
  ['used before and refused since', true, 'web', asked('denied'), false],
  ['a browser that does not know the permission', true, 'web', unknowing, false],
  ['a browser without permissions', true, 'web', {}, false],
  ['the desktop app says denied until the scanner is open', true, 'desktop', asked('denied'), true],
  ['first use in the desktop app', false, 'desktop', asked('denied'), false],
] as const)(
  'the camera starts by itself only where it may: %s',
  async (_case, started, target, browser, may) => {
    expect(await mayStartUnasked(habitOf(started), target, browser)).toBe(may)
  },
)

test('a storage that throws is no error', () => {
  const refuse = (): never => {
    throw new DOMException('', 'SecurityError')
  }
  const habit = createCameraHabit({ getItem: refuse, setItem: refuse, removeItem: refuse })
  habit.save(true)
  expect(habit.load()).toBe(false)
})

test.each([
  ['10004217|Amna|1990-04-12', ''],
  ['search: 10004217|Amna|1990-04-12', 'search: '],
  ['somebody moved the cursor', 'somebody moved the cursor'],
])('the field %j keeps %j after a scan', (value, kept) => {
  expect(withoutScan(value, { asTyped: '10004217|Amna|1990-04-12' })).toBe(kept)
})
