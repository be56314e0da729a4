/** What the rest of main may ask of the knowledge for a time without network; opened by `open-offline-store.ts`. */
import type { OfflineState } from '#shared/contract/ipc-desktop.ts'
import type { ReadCard } from '#shared/domain/card-payload.ts'
import type { Judgement } from '#shared/domain/verdict.ts'

export interface OfflineJudgement extends Judgement {
  readonly card: ReadCard
  /** Age of the list that the verdict rests on, in seconds; null where no list took part. */
  readonly listAgeS: number | null
}

export interface OfflineStore {
  state(): OfflineState
  /** Asks for keys and list now; never rejects. */
  refresh(): Promise<OfflineState>
  /** Refreshes every so often until the answered function is called. */
  start(): () => void
  /** Total: every text gets a verdict. No network, no disk. */
  judge(payload: string): OfflineJudgement
  /** What an answer of the server says about its clock; main tells each one that it sees. */
  noteServerTime(serverNow: Date): void
  onChange(listener: () => void): () => void
}
