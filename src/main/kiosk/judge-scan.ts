/** Judges a scan without the server, and lists the readings to send to the server. */
import type * as z from 'zod'
import type { ScanAnswer, ScanInput } from '#shared/contract/desktop/ipc-desktop.ts'
import { cardId, parseMemberNumber } from '#shared/domain/people/member-id.ts'
import { type Judgement, provesSomething } from '#shared/domain/card/verdict.ts'
import type { OfflineJudgement } from '../offline/offline-store.ts'

export type Scan = z.output<typeof ScanInput>
export type Question = { readonly payload: string } | { readonly cardId: string }

export interface JudgedScan {
  /** Its check-in is `none`: nothing was recorded yet. */
  readonly answer: ScanAnswer
  /**
   * Readings for the server, the more probable first; empty where the server could not add
   * anything.
   */
  readonly questions: readonly Question[]
  /** Whom the card names, true or not. */
  readonly claimedCardId: string | undefined
}

const sayOffline = (judgement: Judgement, now: Date): ScanAnswer => ({
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
  scan: Scan,
  judge: (payload: string) => OfflineJudgement,
  now: Date,
): JudgedScan {
  if ('cardId' in scan) return judgeTyped(scan.cardId, now)
  const first = judge(scan.payload)
  const { alternative } = scan
  if (alternative === undefined) return judgeRead(first, [{ payload: scan.payload }], now)
  const other = judge(alternative)
  const [straight, turned] = [{ payload: scan.payload }, { payload: alternative }]
  return !provesSomething(first) && provesSomething(other)
    ? judgeRead(other, [turned, straight], now)
    : judgeRead(first, [straight, turned], now)
}

/** A number alone proves nothing: only the server knows its holder. */
function judgeTyped(typed: string, now: Date): JudgedScan {
  const number = parseMemberNumber(typed)
  if (number === undefined)
    return {
      answer: sayOffline({ verdict: 'UNKNOWN', reason: 'not-a-card' }, now),
      questions: [],
      claimedCardId: undefined,
    }
  const id = cardId(number)
  return {
    answer: { ...sayOffline({ verdict: 'UNSIGNED', reason: 'needs-the-server' }, now), cardId: id },
    questions: [{ cardId: id }],
    claimedCardId: id,
  }
}

function judgeRead(
  judgement: OfflineJudgement,
  questions: readonly Question[],
  now: Date,
): JudgedScan {
  const { card, listAgeS } = judgement
  const answer = { ...sayOffline(judgement, now), listAgeS }
  if (card.kind === 'unreadable') return { answer, questions, claimedCardId: undefined }
  const claimedCardId = cardId(card.memberNumber)
  if (card.kind === 'unsigned')
    return { answer: { ...answer, cardId: claimedCardId }, questions, claimedCardId }
  if (!sealIsGood(judgement)) return { answer, questions, claimedCardId }
  const named: ScanAnswer = {
    ...answer,
    cardId: claimedCardId,
    name: card.name,
    dob: card.birthDate,
    expiresAt: new Date(card.expiresAtS * 1_000).toISOString(),
  }
  return { answer: named, questions, claimedCardId }
}

/**
 * Whether the card's data about its holder can be trusted. Without keys (`no-status-list`) its seal
 * was not checked.
 */
const sealIsGood = (judgement: OfflineJudgement): boolean =>
  provesSomething(judgement) && judgement.reason !== 'no-status-list'
