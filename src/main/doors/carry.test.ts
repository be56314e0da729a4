import { expect, test } from 'vitest'
import { append, outboxFixture } from '#tests/support/outbox-fixture.ts'
import { onlyTrusted, UNKNOWN_MAX, UNKNOWN_PER_DOOR_MAX } from './carry.ts'

const fixture = outboxFixture()

test('a door that names cards of nobody is no longer carried, the others are', async () => {
  const carried = await fixture.open()
  const trusted = onlyTrusted(carried)
  for (let count = 0; count < UNKNOWN_PER_DOOR_MAX; count++)
    await append(carried, { deviceId: 'hostile' })
  expect(trusted.waiting('general-assembly', 500)).toHaveLength(UNKNOWN_PER_DOOR_MAX)
  await trusted.settle(
    trusted
      .waiting('general-assembly', 500)
      .map(({ id }) => ({ id, result: 'unknown-member', first: null })),
  )
  await append(carried, { deviceId: 'hostile' })
  expect(trusted.eventsWaiting()).toEqual([])
  const honest = await append(carried, { deviceId: 'honest' })
  expect(trusted.waiting('general-assembly', 500)).toEqual([honest])
  expect(trusted.eventsWaiting()).toEqual(['general-assembly'])
  expect(carried.counts().waiting).toBe(2) // nothing was given up
})
test('many hostile doors together cannot spend the quota of this device', async () => {
  const carried = await fixture.open()
  const trusted = onlyTrusted(carried)
  for (let count = 0; count < UNKNOWN_MAX + 1; count++)
    await append(carried, { deviceId: `door ${count % 6}` })
  const batch = trusted.waiting('general-assembly', 500)
  expect(batch).toHaveLength(UNKNOWN_MAX)
  await trusted.settle(batch.map(({ id }) => ({ id, result: 'unknown-member', first: null })))
  await append(carried, { deviceId: 'honest' })
  expect(trusted.waiting('general-assembly', 500)).toEqual([])
})
