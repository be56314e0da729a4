import type * as contract from '#shared/contract/wallet.ts'
import { isoNow } from '../../base/clock.ts'
import { done, refuse, type Outcome } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { hashed, passToken } from '../../http/principal/wallet-pass.ts'
import { APPLE_PASS_TYPE, buildApplePass } from '../../parts/wallet/apple-pass.ts'
import { saveLink } from '../../parts/wallet/google-pass.ts'
import { worksAt } from '../../parts/wallet/wallet-config.ts'
import { cardOf } from '../../records/cards/issue-card.ts'
import { findByNumber } from '../../records/members/member-repository.ts'
import {
  addPass,
  findPass,
  isOpenSession,
  listPassesOf,
  updatePass,
  type HeldPass,
  type WalletKind,
} from '../../records/wallet/wallet-repository.ts'
import { isPassAddress, signPassAddress } from './pass-address.ts'
import { factsOf, refreshPass } from './pass-state.ts'
import {
  changedPasses,
  phoneLog,
  presentPass,
  registerPhone,
  unregisterPhone,
} from './phone-service.ts'

const isOn = ({ config: { wallet }, clock }: Deps, kind: WalletKind): boolean =>
  kind === 'apple'
    ? wallet.apple !== undefined && worksAt(wallet.apple, clock.now())
    : wallet.google !== undefined

const walletStanding: Handler<typeof contract.walletStanding> = async ({ caller }, deps) => {
  const passes = await listPassesOf(deps.database.db, caller.memberId)
  const standing = (kind: WalletKind) => {
    if (!isOn(deps, kind)) return 'off'
    // The current state is read: what the row says may be a minute old.
    return passes.some((pass) => pass.kind === kind && !factsOf(deps, pass).isVoid)
      ? 'added'
      : 'available'
  }
  return done({ apple: standing('apple'), google: standing('google') })
}

/** The caller's pass of the card in force, made with the first wish. */
async function ownPass(
  deps: Deps,
  memberId: number,
  kind: WalletKind,
  facts: Parameters<Handler<typeof contract.addToApple>>[0]['facts'],
): Promise<Outcome<HeldPass>> {
  if (!isOn(deps, kind)) return refuse('not-found')
  const member = await findByNumber(deps.database.db, memberId)
  if (member === undefined) return refuse('not-found')
  if (member.birth_date === '' || member.sex === '') return refuse('card-incomplete')
  return facts.transact(async (transaction) => {
    const card = await cardOf(deps, transaction, memberId)
    const made = await addPass(transaction, {
      cardIndex: card.status_index,
      kind,
      at: isoNow(deps.clock),
    })
    const pass = { ...made, withdrawn_at: null }
    await updatePass(transaction, pass.id, {
      withdrawn_at: null,
      ...(kind === 'apple' && { token_hash: hashed(passToken(deps, pass.id)) }),
    })
    const { shown } = await refreshPass(deps, transaction, pass)
    facts.trace({ target: `member:${memberId}`, detail: { wallet: kind } })
    return done({ ...pass, shown })
  })
}

const addToApple: Handler<typeof contract.addToApple> = async ({ caller, facts }, deps) => {
  const pass = await ownPass(deps, caller.memberId, 'apple', facts)
  if (!pass.ok) return pass
  return done({ url: signPassAddress(deps, { serial: pass.value.id, viewer: caller.sessionId }) })
}

const readApplePass: Handler<typeof contract.readApplePass> = async (
  { params: { serial }, query, facts },
  deps,
) => {
  const { config, clock, database } = deps
  if (!isPassAddress(deps, { serial, ...query })) return refuse('address-expired')
  const { apple } = config.wallet
  const held = await findPass(database.db, serial)
  if (apple === undefined || held === undefined) return refuse('not-found')
  if (!(await isOpenSession(database.db, query.viewer, held.member_id)))
    return refuse('address-expired')
  const shown = await refreshPass(deps, database.db, held)
  const whole = { serial, token: passToken(deps, serial), facts: shown.facts }
  void facts.reply
    .type(APPLE_PASS_TYPE)
    .header('cache-control', 'no-store')
    .header('content-disposition', 'attachment; filename="wld-card.pkpass"')
  return done(await buildApplePass(apple, config.publicUrl, whole, clock.now()))
}

const addToGoogle: Handler<typeof contract.addToGoogle> = async ({ caller, facts }, deps) => {
  const pass = await ownPass(deps, caller.memberId, 'google', facts)
  if (!pass.ok) return pass
  const { google } = deps.config.wallet
  if (google === undefined) return refuse('not-found')
  const { facts: shown } = await refreshPass(deps, deps.database.db, pass.value)
  return done({
    url: await saveLink(google, deps.config.publicUrl, pass.value.id, shown, deps.clock.now()),
  })
}

const withdraw: Handler<typeof contract.withdrawFromWallets> = async ({ caller, facts }, deps) =>
  facts.transact(async (transaction) => {
    const at = isoNow(deps.clock)
    const valid = (await listPassesOf(transaction, caller.memberId)).filter(
      (pass) => pass.withdrawn_at === null,
    )
    for (const pass of valid) {
      await updatePass(transaction, pass.id, { withdrawn_at: at })
      await refreshPass(deps, transaction, { ...pass, withdrawn_at: at })
    }
    facts.trace({ target: `member:${caller.memberId}`, detail: { passes: valid.length } })
    return done({ voided: valid.length })
  })

export const walletHandlers: HandlersOf<typeof contract.walletRoutes> = {
  'wallet.standing': walletStanding,
  'wallet.addToApple': addToApple,
  'wallet.addToGoogle': addToGoogle,
  'wallet.withdraw': withdraw,
  'wallet.readApplePass': readApplePass,
  'wallet.registerPhone': registerPhone,
  'wallet.unregisterPhone': unregisterPhone,
  'wallet.changedPasses': changedPasses,
  'wallet.presentPass': presentPass,
  'wallet.phoneLog': phoneLog,
}
