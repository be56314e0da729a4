/**
 * Looks whether passes in wallets still show what their cards say, and tells the phones and Google
 * where they do not. What is not told yet follows from the rows, so nothing is lost at a restart; a
 * service that is away is asked again after longer and longer times (ADR 0055).
 */
import { isoAfter, isoNow } from '../base/clock.ts'
import type { Deps } from '../deps/deps.ts'
import { factsOf, refreshPass } from '../features/wallet/pass-state.ts'
import { openPushLine } from '../parts/wallet/apple-push.ts'
import { tellGoogle } from '../parts/wallet/google-pass.ts'
import { fingerprintOf, type PassFacts } from '../parts/wallet/pass-facts.ts'
import type { AppleWallet, GoogleWallet } from '../parts/wallet/wallet-config.ts'
import { faultName } from '../parts/wallet/wallet-fault.ts'
import {
  deleteVoidNotice,
  deletePhone,
  deleteVoidPasses,
  listVoidNotices,
  listPassesAfter,
  listPassesToTell,
  listPhonesToTell,
  updateVoidNotice,
  updatePass,
  updatePhone,
} from '../records/wallet/wallet-repository.ts'

type Parts = Pick<Deps, 'config' | 'database' | 'clock' | 'keys' | 'log'>

const PASSES_AT_ONCE = 500
const NOTIFIED_AT_ONCE = 200
/** `alone` holds a connection, so a run ends soon after this. */
const RUN_MS = 15_000
const FIRST_RETRY_S = 60
const RETRY_MAX_S = 60 * 60
const DOUBLINGS_MAX = 10
/** A void pass can be valid again, where a member is banned by mistake. */
const VOID_KEPT_S = 30 * 24 * 60 * 60

async function refreshAll(deps: Parts, stopping: AbortSignal): Promise<void> {
  const { db } = deps.database
  let last = ''
  while (!stopping.aborted) {
    const passes = await listPassesAfter(db, last, PASSES_AT_ONCE)
    for (const pass of passes) await refreshPass(deps, db, pass)
    const end = passes.at(-1)?.id
    if (end === undefined || passes.length < PASSES_AT_ONCE) return
    last = end
  }
}

const nextTry = ({ clock }: Parts, failures: number) => ({
  failures: failures + 1,
  next_try_at: isoAfter(
    clock,
    Math.min(RETRY_MAX_S, FIRST_RETRY_S * 2 ** Math.min(failures, DOUBLINGS_MAX)),
  ),
})

async function tellPhones(
  deps: Parts,
  apple: AppleWallet,
  until: number,
  stopping: AbortSignal,
): Promise<void> {
  const { db } = deps.database
  const phones = await listPhonesToTell(db, isoNow(deps.clock), NOTIFIED_AT_ONCE)
  if (phones.length === 0) return
  const line = openPushLine(apple)
  let fault: string | undefined
  try {
    for (const phone of phones) {
      if (stopping.aborted || performance.now() > until) break
      try {
        const isThere = await line.tell(phone.push_token)
        if (isThere)
          await updatePhone(db, phone.id, {
            told_at: phone.changed_at,
            failures: 0,
            next_try_at: '',
          })
        else await deletePhone(db, phone.id)
      } catch (error) {
        fault = faultName(error)
        await updatePhone(db, phone.id, nextTry(deps, phone.failures))
      }
    }
  } finally {
    line.close()
  }
  if (fault !== undefined) deps.log.warn({ fault }, 'Apple did not tell phones of changed passes')
}

/** What Google is to show of a pass, and what its row says afterwards. */
interface ToNotify {
  readonly id: string
  readonly failures: number
  readonly facts: PassFacts
  readonly onNotified: () => Promise<unknown>
  readonly onLater: (columns: ReturnType<typeof nextTry>) => Promise<unknown>
}

async function listToTell(deps: Parts): Promise<ToNotify[]> {
  const { db } = deps.database
  const now = isoNow(deps.clock)
  const voidNotices = await listVoidNotices(db, now, NOTIFIED_AT_ONCE)
  const passes = await listPassesToTell(db, now, NOTIFIED_AT_ONCE)
  return [
    ...voidNotices.map(({ id, failures, language }): ToNotify => ({
      id,
      failures,
      facts: { isVoid: true, language },
      onNotified: () => deleteVoidNotice(db, id),
      onLater: (columns) => updateVoidNotice(db, id, columns),
    })),
    ...passes.map((pass): ToNotify => {
      const { id, failures } = pass
      const facts = factsOf(deps, pass)
      const told = { told: fingerprintOf(facts), failures: 0, next_try_at: '' }
      return {
        id,
        failures,
        facts,
        onNotified: () => updatePass(db, id, told),
        onLater: (columns) => updatePass(db, id, columns),
      }
    }),
  ]
}

async function tellGoogleAll(
  deps: Parts,
  google: GoogleWallet,
  until: number,
  stopping: AbortSignal,
): Promise<void> {
  const { publicUrl } = deps.config
  for (const { id, failures, facts, onNotified, onLater } of await listToTell(deps)) {
    if (stopping.aborted || performance.now() > until) return
    let isThere: boolean
    try {
      const told = { publicUrl, serial: id, facts, now: deps.clock.now() }
      isThere = await tellGoogle(google, told, stopping)
    } catch (error) {
      if (stopping.aborted) return
      await onLater(nextTry(deps, failures))
      deps.log.warn({ fault: faultName(error) }, 'Google did not take a changed pass')
      return
    }
    // The link to save it has no end: with an old one it comes back as it was, so a void pass is looked for again.
    if (isThere || !facts.isVoid) await onNotified()
    else await onLater({ failures: 0, next_try_at: isoAfter(deps.clock, RETRY_MAX_S) })
  }
}

async function checkPasses(deps: Parts, stopping: AbortSignal): Promise<void> {
  const { apple, google } = deps.config.wallet
  const until = performance.now() + RUN_MS
  await refreshAll(deps, stopping)
  if (apple !== undefined) await tellPhones(deps, apple, until, stopping)
  if (google !== undefined) await tellGoogleAll(deps, google, until, stopping)
  await deleteVoidPasses(deps.database.db, isoAfter(deps.clock, -VOID_KEPT_S))
}

/** Of several servers one looks. */
export const runWallets = async (deps: Parts, stopping: AbortSignal): Promise<void> => {
  const { apple, google } = deps.config.wallet
  if (apple === undefined && google === undefined) return
  await deps.database.alone('wallets', () => checkPasses(deps, stopping))
}
