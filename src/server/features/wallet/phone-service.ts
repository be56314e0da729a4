/**
 * Apple's web service for passes: phones register, ask which passes changed, and fetch them.
 * https://developer.apple.com/documentation/walletpasses/adding-a-web-service-to-update-passes
 */
import type * as contract from '#shared/contract/wallet.ts'
import { HOUR_S, SECOND_MS } from '#shared/domain/units.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler } from '../../http/handlers.ts'
import { hashed, type WalletPass } from '../../http/principal/wallet-pass.ts'
import { APPLE_PASS_TYPE, buildApplePass } from '../../parts/wallet/apple-pass.ts'
import {
  addPhone,
  countPhones,
  deletePhone,
  findPass,
  findPhone,
  listPassesOfPhone,
  lockPass,
  updatePhone,
} from '../../records/wallet/wallet-repository.ts'
import { refreshPass } from './pass-state.ts'

/** The token of a pass is also on the phones to which its holder's account copies it. */
const PHONES_MAX = 10
const FULL_RETRY_S = 24 * 60 * 60

/** The token opens its own pass alone: another pass, and a pass that does not exist, are refused alike. */
const isOwnPass = (
  { config }: Deps,
  pass: WalletPass,
  { serial, passType }: { readonly serial: string; readonly passType: string },
): boolean => pass.serial === serial && config.wallet.apple?.passType === passType

export const registerPhone: Handler<typeof contract.registerPhone> = async (
  { params, body, caller: pass, facts },
  deps,
) => {
  if (!isOwnPass(deps, pass, params)) return refuse('not-signed-in')
  const at = isoNow(deps.clock)
  const deviceHash = hashed(params.device)
  return facts.transact(async (transaction) => {
    await lockPass(transaction, pass.serial) // calls at the same moment would pass the limit
    const held = await findPass(transaction, pass.serial)
    if (held === undefined) return refuse('not-signed-in')
    facts.trace({ target: `member:${held.member_id}` })
    const phone = await findPhone(transaction, pass.serial, deviceHash)
    if (phone !== undefined) {
      if (phone.push_token !== body.pushToken)
        await updatePhone(transaction, phone.id, {
          push_token: body.pushToken,
          told_at: '',
          failures: 0,
          next_try_at: '',
        })
      return done({})
    }
    if ((await countPhones(transaction, pass.serial)) >= PHONES_MAX)
      return refuse('too-many', { retryAfterS: FULL_RETRY_S })
    await addPhone(transaction, {
      serial: pass.serial,
      deviceHash,
      pushToken: body.pushToken,
      at,
    })
    void facts.reply.code(201)
    return done({})
  })
}

export const unregisterPhone: Handler<typeof contract.unregisterPhone> = async (
  { params, caller: pass, facts },
  deps,
) => {
  if (!isOwnPass(deps, pass, params)) return refuse('not-signed-in')
  return facts.transact(async (transaction) => {
    const held = await findPass(transaction, pass.serial)
    const phone = await findPhone(transaction, pass.serial, hashed(params.device))
    if (phone !== undefined) await deletePhone(transaction, phone.id)
    facts.trace({ target: held === undefined ? '' : `member:${held.member_id}` })
    return done({})
  })
}

export const changedPasses: Handler<typeof contract.changedPasses> = async (
  { params, query, facts },
  { config, database },
) => {
  if (config.wallet.apple?.passType !== params.passType) return refuse('not-found')
  const held = await listPassesOfPhone(database.db, hashed(params.device))
  if (held.length === 0) return refuse('not-found')
  const since = query.passesUpdatedSince ?? ''
  const changed = held.filter(({ changed_at: at }) => at > since)
  const lastUpdated = changed.at(-1)?.changed_at
  if (lastUpdated === undefined) void facts.reply.code(204)
  return done({ lastUpdated: lastUpdated ?? since, serialNumbers: changed.map(({ id }) => id) })
}

export const presentPass: Handler<typeof contract.presentPass> = async (
  { headers, params, caller: pass, facts },
  deps,
) => {
  const { apple } = deps.config.wallet
  if (apple === undefined || !isOwnPass(deps, pass, params)) return refuse('not-signed-in')
  const held = await findPass(deps.database.db, pass.serial)
  if (held === undefined) return refuse('not-signed-in')
  const { facts: shown, changedAt } = await refreshPass(deps, deps.database.db, held)
  const changedMs = Math.floor(Date.parse(changedAt) / SECOND_MS) * SECOND_MS
  void facts.reply
    .header('last-modified', new Date(changedMs).toUTCString())
    .header('cache-control', 'private, no-cache')
  const knownMs = Date.parse(headers['if-modified-since'] ?? '')
  if (changedMs <= knownMs) {
    void facts.reply.code(304)
    return done(undefined)
  }
  const whole = { serial: pass.serial, token: pass.token, facts: shown }
  void facts.reply.type(APPLE_PASS_TYPE)
  return done(await buildApplePass(apple, deps.config.publicUrl, whole, deps.clock.now()))
}

const LINE_MAX_CHARS = 300
const LINES_KEPT = 5
/** Wallet names the phone, the pass and its token, which are secrets of this protocol. */
const SECRET = /(?=[A-Za-z_-]*\d)[\w-]{16,}/g

/** Any caller may send this, so it is shortened, and only said in the log. */
/** Beyond it phones are still heard out, and the log of the server stays readable. */
const CALLS_LOGGED = { name: 'wallet.phoneLog/logged', max: 300 }

export const phoneLog: Handler<typeof contract.phoneLog> = async ({ body }, { log, throttle }) => {
  if ((await throttle.use(CALLS_LOGGED, HOUR_S)) > 1) return done({})
  const lines = body.logs.slice(0, LINES_KEPT).map((line) =>
    line
      .replaceAll(/\p{C}+/gu, ' ')
      .replaceAll(SECRET, '…')
      .slice(0, LINE_MAX_CHARS),
  )
  log.warn({ lines, count: body.logs.length }, 'Wallet on a phone reports a fault')
  return done({})
}
