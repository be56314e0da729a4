/** The interface of the offline store for the rest of main; opened by `open-offline-store.ts`. */
import type { OfflineState } from '#shared/contract/desktop/ipc-desktop.ts'
import type { ReadCard } from '#shared/domain/card/card-payload.ts'
import type { Judgement } from '#shared/domain/card/verdict.ts'

export interface OfflineJudgement extends Judgement {
  readonly card: ReadCard
  /** Age of the list that the verdict rests on, in seconds; null where no list took part. */
  readonly listAgeS: number | null
}

export interface OfflineStore {
  state(): OfflineState
  /** Fetches keys and list now; never rejects. */
  refresh(): Promise<OfflineState>
  /** Refreshes at intervals until the returned function is called. */
  start(): () => void
  /** Total: every text gets a verdict. No network, no disk. */
  judge(payload: string): OfflineJudgement
  /** Takes the server's time from a response; main passes each response. */
  noteServerTime(serverNow: Date): void
  onChange(listener: () => void): () => void
}
