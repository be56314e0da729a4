import type { Bridge } from '#shared/contract/ipc.ts'
import type { ScanAnswer } from '#shared/contract/ipc-desktop.ts'
import type { CardInput, OfflineVerdict } from './check-state.ts'

/** What the bridge takes. A card of ours has 600 letters at most: what is cut off here was none. */
const MOST_LETTERS = 4_096
const cut = (text: string): string => text.slice(0, MOST_LETTERS)

/** undefined: this device was never prepared for a time without network, so it has nothing to say. */
export function offlineVerdictOf({
  source: _source,
  checkIn: _checkIn,
  listAgeS,
  ...answer
}: ScanAnswer): OfflineVerdict | undefined {
  if (answer.reason === 'no-status-list') return undefined
  return { reply: { ...answer, photoUrl: null, firstCheckIn: null }, listAgeS }
}

/** A verdict without the server; never rejects. A bare number says nothing without it. */
export async function judgeHere(
  shell: Pick<Bridge, 'invoke'>,
  { kind, text, alternative }: CardInput,
): Promise<OfflineVerdict | undefined> {
  if (kind === 'number') return undefined
  try {
    return offlineVerdictOf(
      await shell.invoke('card:judge-offline', {
        payload: cut(text),
        ...(alternative !== undefined && { alternative: cut(alternative) }),
      }),
    )
  } catch {
    return undefined // main could not say: then the card waits for the server, as everywhere
  }
}
