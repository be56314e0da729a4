import { expect, test } from 'vitest'
import {
  DEVICE_DRAFT_KEY as DRAFT_KEY,
  DEVICE_DRAFT_MAX_AGE_MS as DRAFT_MAX_AGE_MS,
} from '../../platform/offline/device-draft.ts'
import { Answers } from './application.ts'
import { createDraftStorage } from './draft.ts'

const fakeStore = (full = false) => {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key: string) => void items.delete(key),
  }
}
const answers = Answers.parse({
  firstName: 'Amna',
  tribe: 'Zaghawa',
  recommendedBy: 'ELDER-7',
  currentCity: 'Lyon',
})
const draft = { email: 'amna@example.org', answers }

function setUp(nowMs = 1_000_000) {
  const [tab, device] = [fakeStore(), fakeStore()]
  const clock = { now: nowMs }
  return { tab, device, clock, drafts: createDraftStorage({ tab, device }, () => clock.now) }
}

test('the device keeps nothing unless the applicant chooses it', () => {
  const { drafts, device } = setUp()
  drafts.write(draft, { onDevice: false })
  expect(device.items.size).toBe(0)
  expect(drafts.read()).toMatchObject({ email: draft.email, answers, keptOnDevice: false })
})

test('on the device there is neither tribe nor invitation code nor ticket', () => {
  const { drafts, device, tab } = setUp()
  drafts.write(
    { ...draft, ticket: { token: 'secret-ticket', email: draft.email, endsAt: 9e15 } },
    { onDevice: true },
  )
  const kept = device.items.get(DRAFT_KEY) ?? ''
  expect(kept).toContain('Amna')
  for (const word of ['Zaghawa', 'ELDER-7', 'secret-ticket']) expect(kept).not.toContain(word)
  tab.items.clear() // the tab was closed
  expect(drafts.read()).toMatchObject({
    keptOnDevice: true,
    answers: { firstName: 'Amna', tribe: '', recommendedBy: '' },
  })
})

test('after seven days the copy on the device is gone', () => {
  const { drafts, device, tab, clock } = setUp()
  drafts.write(draft, { onDevice: true })
  tab.items.clear()
  clock.now += DRAFT_MAX_AGE_MS
  expect(drafts.read()).toBeUndefined()
  expect(device.items.size).toBe(0)
})

test('a choice that is withdrawn removes the copy at once, and deleting removes both', () => {
  const { drafts, device, tab } = setUp()
  drafts.write(draft, { onDevice: true })
  drafts.write(draft, { onDevice: false })
  expect(device.items.size).toBe(0)
  drafts.clear()
  expect(tab.items.size).toBe(0)
})

test('fields that do not fit are left out, and an invalid draft is ignored', () => {
  const { drafts, tab } = setUp()
  tab.setItem(
    DRAFT_KEY,
    JSON.stringify({
      version: 1,
      savedAt: 1,
      email: 'a@b.c',
      answers: { firstName: 7, sex: 'x', currentCity: 'Lyon' },
    }),
  )
  expect(drafts.read()?.answers).toMatchObject({ firstName: '', sex: '', currentCity: 'Lyon' })
  for (const text of ['', '{', '[]', '{"version":2}']) {
    tab.setItem(DRAFT_KEY, text)
    expect(drafts.read()).toBeUndefined()
  }
})

test('a browser that refuses storage only loses the draft', () => {
  const full = fakeStore(true)
  const drafts = createDraftStorage({ tab: full, device: full }, () => 1)
  drafts.write(draft, { onDevice: true })
  expect(drafts.read()).toBeUndefined()
})
