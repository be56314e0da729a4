import type { ScanResult } from '#shared/contract/desktop/ipc-desktop.ts'
import type { Bridge } from '#shared/contract/desktop/ipc.ts'
import { cutReading } from '#shared/domain/card/card-rules.ts'
import type { CardInput, OfflineVerdict } from './check-state.ts'

/** undefined: this device was never prepared for offline use, so it has no verdict. */
function offlineVerdictOf({
  source: _source,
  checkIn: _checkIn,
  listAgeS,
  ...result
}: ScanResult): OfflineVerdict | undefined {
  if (result.reason === 'no-status-list') return undefined
  return { reply: { ...result, photoUrl: null, firstCheckIn: null }, listAgeS }
}

/** A verdict without the server; never rejects. A bare number proves nothing without the server. */
export async function judgeHere(
  bridge: Pick<Bridge, 'invoke'>,
  { kind, text, alternatives }: CardInput,
): Promise<OfflineVerdict | undefined> {
  if (kind === 'number') return undefined
  try {
    return offlineVerdictOf(
      await bridge.invoke('card:judge-offline', {
        payload: cutReading(text),
        ...(alternatives !== undefined && { alternatives: alternatives.map(cutReading) }),
      }),
    )
  } catch {
    return undefined // main failed: the card waits for the server, as on the web
  }
}
