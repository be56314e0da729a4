import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDoorMemory, UNUSED_LIMIT_MS, type Door } from './door-memory.ts'

const DOOR: Door = {
  recent: [{ number: 1, at: new Date(0), result: 'VALID', name: 'آمنة' }],
  eventId: 'assembly',
  gate: 'North',
}
const EMPTY: Door = { recent: [], eventId: undefined, gate: undefined }

let person: string | undefined
const memory = () => createDoorMemory({ person: () => person, nowMs: () => Date.now() })

beforeEach(() => {
  vi.useFakeTimers()
  person = 'WLD_1'
})
afterEach(() => void vi.useRealTimers())

test('keeps the door for the same user', () => {
  const door = memory()
  expect(door.take()).toEqual(EMPTY)
  door.keep('WLD_1', DOOR)
  expect(door.take()).toEqual(DOOR)
})

test('keeps that no event was chosen, which is not the same as nothing chosen yet', () => {
  const door = memory()
  door.keep('WLD_1', { ...DOOR, eventId: '' })
  expect(door.take().eventId).toBe('')
})

test.each([
  ['another person', 'WLD_2'],
  ['nobody', undefined],
])('shows nothing to %s', (_who, next) => {
  const door = memory()
  door.keep('WLD_1', DOOR)
  person = next
  expect(door.take()).toEqual(EMPTY)
})

test('keeps nothing when the page is removed by signing out', () => {
  const door = memory()
  person = undefined
  door.keep('WLD_1', DOOR)
  person = 'WLD_1'
  expect(door.take()).toEqual(EMPTY)
})

test('forgets after the time limit of an unused page, also when the computer slept', () => {
  const door = memory()
  door.keep('WLD_1', DOOR)
  vi.advanceTimersByTime(UNUSED_LIMIT_MS - 1)
  expect(door.take()).toEqual(DOOR)
  vi.setSystemTime(Date.now() + 1) // the clock went on, the timer did not
  expect(door.take()).toEqual(EMPTY)
})

test('forgets at once when told to', () => {
  const door = memory()
  door.keep('WLD_1', DOOR)
  door.forget()
  expect(door.take()).toEqual(EMPTY)
})
