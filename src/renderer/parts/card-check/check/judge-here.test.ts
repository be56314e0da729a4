import { describe, expect, test, vi } from 'vitest'
import type { ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import type { Bridge } from '#shared/contract/desktop/ipc.ts'
import { judgeHere } from './judge-here.ts'

const result: ScanResult = {
  verdict: 'VALID',
  reason: 'signed',
  source: 'offline',
  cardId: 'WLD_10004217',
  name: 'Amna Idris',
  dob: '1990-04-12',
  role: null,
  status: null,
  photoUrl: null,
  memberSince: null,
  expiresAt: '2027-01-01T00:00:00.000Z',
  listAgeS: 720,
  checkIn: { kind: 'none' },
  checkedAt: '2026-11-21T12:00:00.000Z',
}
const bridge = (answered: ScanResult | Error) => {
  const invoke = vi.fn((_channel: string, _scan: unknown): Promise<unknown> =>
    answered instanceof Error ? Promise.reject(answered) : Promise.resolve(answered),
  )
  return { invoke, shell: { invoke } as unknown as Pick<Bridge, 'invoke'> } // answers one channel
}

describe('the verdict of this device', () => {
  test('has the age of the list, and never a photo', async () => {
    const { shell, invoke } = bridge({ ...result, photoUrl: '/api/files/x' })
    expect(
      await judgeHere(shell, { kind: 'scanned', text: 'card', alternatives: ['other'] }),
    ).toEqual({
      listAgeS: 720,
      reply: {
        verdict: 'VALID',
        reason: 'signed',
        cardId: 'WLD_10004217',
        name: 'Amna Idris',
        dob: '1990-04-12',
        role: null,
        status: null,
        photoUrl: null,
        memberSince: null,
        expiresAt: '2027-01-01T00:00:00.000Z',
        firstCheckIn: null,
        checkedAt: '2026-11-21T12:00:00.000Z',
      },
    })
    expect(invoke).toHaveBeenCalledExactlyOnceWith('card:judge-offline', {
      payload: 'card',
      alternatives: ['other'],
    })
  })
  test('is undefined without a list, for a bare number, and where main fails', async () => {
    expect(
      await judgeHere(bridge({ ...result, verdict: 'STALE', reason: 'no-status-list' }).shell, {
        kind: 'scanned',
        text: 'card',
      }),
    ).toBeUndefined()
    const { shell, invoke } = bridge(result)
    expect(await judgeHere(shell, { kind: 'number', text: '10004217' })).toBeUndefined()
    expect(invoke).not.toHaveBeenCalled()
    expect(
      await judgeHere(bridge(new Error('no such channel')).shell, {
        kind: 'scanned',
        text: 'card',
      }),
    ).toBeUndefined()
  })
  test('is asked with no more than the bridge takes', async () => {
    const { shell, invoke } = bridge(result)
    await judgeHere(shell, { kind: 'scanned', text: 'x'.repeat(20_000) })
    expect(invoke.mock.calls[0]?.[1]).toEqual({ payload: 'x'.repeat(4_096) })
  })
})
