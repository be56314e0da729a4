/** Judges a scan without the server, and says what to ask the server. */
import type * as z from 'zod'
import type { ScanResult, ScanInput } from '#shared/contract/desktop/ipc-desktop.ts'
import { bestReading, cardReadings } from '#shared/domain/card/card-readings.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { type Judgement, provesSomething } from '#shared/domain/card/verdict.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import type { OfflineJudgement } from '../offline/offline-store.ts'

export type ScanToJudge = z.output<typeof ScanInput>

export interface JudgedScan {
  /** Its check-in is `none`: nothing was recorded yet. */
  readonly result: ScanResult
  /** What the server is asked; undefined where it could not add anything. */
  readonly question: ScanToJudge | undefined
  /** Whom the card names, true or not. */
  readonly claimedCardId: string | undefined
}

const sayOffline = (judgement: Judgement, now: Date): ScanResult => ({
  verdict: judgement.verdict,
  reason: judgement.reason,
  source: 'offline',
  cardId: null,
  name: null,
  dob: null,
  role: null,
  status: null,
  photoUrl: null,
  memberSince: null,
  expiresAt: null,
  listAgeS: null,
  checkIn: { kind: 'none' },
  checkedAt: now.toISOString(),
})

export function judgeScan(
  scan: ScanToJudge,
  judge: (payload: string) => OfflineJudgement,
  now: Date,
): JudgedScan {
  if ('cardId' in scan) return judgeTyped(scan.cardId, now)
  const { payload, alternatives = [] } = scan
  const judged = (text: string) => ({ text, ...judge(text) })
  const others = cardReadings([payload, ...alternatives]).map(judged)
  const best = bestReading([judged(payload), ...others])
  // Where the seal is genuine no other reading can be meant.
  const question = best.card.kind === 'signed' && sealIsGood(best) ? { payload: best.text } : scan
  return judgeRead(best, question, now)
}

/** A number alone proves nothing: only the server knows its holder. */
function judgeTyped(typed: string, now: Date): JudgedScan {
  const number = parseMemberNumber(typed)
  if (number === undefined)
    return {
      result: sayOffline({ verdict: 'UNKNOWN', reason: 'not-a-card' }, now),
      question: undefined,
      claimedCardId: undefined,
    }
  const id = cardId(number)
  return {
    result: { ...sayOffline({ verdict: 'UNSIGNED', reason: 'needs-the-server' }, now), cardId: id },
    question: { cardId: id },
    claimedCardId: id,
  }
}

function judgeRead(judgement: OfflineJudgement, question: ScanToJudge, now: Date): JudgedScan {
  const { card, listAgeS } = judgement
  const result = { ...sayOffline(judgement, now), listAgeS }
  if (card.kind === 'unreadable') return { result, question, claimedCardId: undefined }
  const claimedCardId = cardId(card.memberNumber)
  if (card.kind === 'unsigned')
    return { result: { ...result, cardId: claimedCardId }, question, claimedCardId }
  if (!sealIsGood(judgement)) return { result, question, claimedCardId }
  const named: ScanResult = {
    ...result,
    cardId: claimedCardId,
    name: card.name,
    dob: card.birthDate,
    expiresAt: new Date(card.expiresAtS * 1_000).toISOString(),
  }
  return { result: named, question, claimedCardId }
}

/**
 * Whether the card's data about its holder can be trusted. Without keys (`no-status-list`) its seal
 * was not checked.
 */
const sealIsGood = (judgement: OfflineJudgement): boolean =>
  provesSomething(judgement) && judgement.reason !== 'no-status-list'
