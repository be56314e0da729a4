import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Report } from '#shared/contract/reports.ts'
import type { SessionState } from '../../platform/session/session.ts'
import type { EditForm } from './edit-form.ts'

const { world } = vi.hoisted(() => ({
  world: { session: { state: 'loading' } as unknown, leave: (): void => undefined },
}))
vi.mock('../../platform/session/session.ts', () => ({
  currentSession: () => world.session,
  onPersonLeft: (run: () => void) => {
    world.leave = run
  },
}))
const { dropEdit, keepEdit, keptEdit, leadOnce } = await import('./interrupted-edit.ts')

const amna: SessionState = {
  state: 'authenticated',
  user: { cardId: 'WLD_1', firstName: 'Amna', name: 'Amna', role: 'moderator' },
}
const omar: SessionState = {
  state: 'authenticated',
  user: { cardId: 'WLD_2', firstName: 'Omar', name: 'Omar', role: 'moderator' },
}
const report = { id: 7 } as Report
const form = { city: 'Nyala' } as EditForm

/** Like the session store: listeners that must forget are called before the new state is set. */
async function become(session: SessionState): Promise<void> {
  world.leave()
  world.session = session
  await Promise.resolve()
}

describe('an edit that the end of the session interrupted', () => {
  beforeEach(() => {
    world.session = amna
    dropEdit()
    keepEdit(report, form)
  })
  test('waits for the same user, who is led to the sign-in once', async () => {
    await become({ state: 'unauthenticated', reason: 'ended' })
    expect(keptEdit()).toBeUndefined()
    keepEdit(report, { ...form, city: 'late' }) // a last render of the page that unmounts
    expect([leadOnce(), leadOnce()]).toEqual([true, false])
    await become(amna)
    expect(keptEdit()).toMatchObject({ base: { id: 7 }, form: { city: 'Nyala' } })
  })
  test('is not restored for the next user', async () => {
    await become({ state: 'unauthenticated', reason: 'ended' })
    await become(omar)
    expect(keptEdit()).toBeUndefined()
    await become(amna)
    expect(keptEdit()).toBeUndefined()
  })
  test('is dropped when the user signs out', async () => {
    await become({ state: 'unauthenticated', reason: 'left' })
    expect(leadOnce()).toBe(false)
    await become(amna)
    expect(keptEdit()).toBeUndefined()
  })
  test('is dropped when it is saved or discarded', () => {
    dropEdit()
    expect([keptEdit(), leadOnce()]).toEqual([undefined, false])
  })
})
