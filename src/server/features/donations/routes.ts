import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import * as contract from '#shared/contract/donations.ts'
import { PLEDGE_PREFIX, DONATION_CAUSES, wholeUnits } from '#shared/domain/donations.ts'
import { isoNow } from '../../base/clock.ts'
import { emailKey } from '../../base/contact-keys.ts'
import { done, refuse, type Outcome, refuseField } from '../../base/outcome.ts'
import type { Deps } from '../../deps/deps.ts'
import type { Handler, HandlersOf } from '../../http/handlers.ts'
import { mailLanguage } from '../../parts/mail/mail-language.ts'
import { enqueueMail } from '../../parts/mail/outbox.ts'
import { demandProof } from '../../parts/security/proof-of-work.ts'
import { takeReference } from '../../parts/security/reference.ts'
import { countInTotal } from '../../parts/security/throttle.ts'
import {
  findPledge,
  insertPledge,
  raisedByCause,
  type NewPledge,
  type PledgeRow,
} from '../../records/donations/pledge-repository.ts'
import { presentPayTo } from '../../records/donations/present.ts'
import { findByNumber } from '../../records/members/member-repository.ts'
import {
  methodsOf,
  paymentAddress,
  readPaymentSettings,
  type PaymentSettings,
} from '../../records/settings/payment-settings.ts'
import { readAssociation } from '../../records/settings/settings-repository.ts'
import {
  pledgesCsv,
  listPledges,
  pledgeTotals,
  updatePledge,
  reopenPledge,
} from './manage-pledges.ts'

type PledgeReply = z.input<typeof contract.pledge.reply>
const PER_ADDRESS = contract.pledge.limits.find(({ per }) => per === 'identifier')

type Promised = Omit<NewPledge, 'reference' | 'created_at'>

const replyOf = (
  settings: PaymentSettings,
  {
    reference,
    amount_usd,
    cause,
    method,
  }: Pick<PledgeRow, 'reference' | 'amount_usd' | 'cause' | 'method'>,
): PledgeReply => ({
  reference,
  amountUsd: amount_usd,
  cause,
  method,
  accounts: method === 'bank' ? [...settings.accounts] : [],
  samples: method === 'bank' && settings.samples,
  payAt: paymentAddress(settings, method, { reference, amountUsd: amount_usd }),
})

/**
 * Whether the row with this id is the same pledge, sent again after a lost reply or a double click.
 */
const isSame = (held: PledgeRow, promised: Promised): boolean =>
  (['cause', 'amount_usd', 'method', 'name', 'email', 'member_id'] as const).every(
    (column) => held[column] === promised[column],
  )

/**
 * Above its quota an address gets no mail; the pledge is stored all the same, and the page shows
 * the content of the mail.
 */
async function mayWriteTo({ throttle, secrets }: Deps, email: string): Promise<boolean> {
  if (PER_ADDRESS === undefined) return true
  const { ok } = await throttle.hit(
    `${contract.pledge.id}/identifier/${secrets.mac('lookup', emailKey(email))}`,
    PER_ADDRESS.max,
    PER_ADDRESS.windowS,
  )
  return ok
}

/**
 * Stores a pledge with its reference; the payment happens outside of the product, and an
 * administrator confirms it.
 */
const makePledge: Handler<typeof contract.pledge> = async (
  { headers, body, caller, facts },
  deps,
) => {
  const { cause, amountUsd, method, anonymous, language } = body
  const [name, email] = anonymous ? ['', undefined] : [body.name, body.email]
  const settings = await readPaymentSettings(deps)
  if (!methodsOf(settings).includes(method))
    return refuseField(
      'body.method',
      'not_configured',
      'This way to pay is not set up here; choose the bank transfer',
    )
  const unproven = await demandProof(
    deps,
    facts,
    contract.pledge,
    headers['x-proof-of-work'],
    email === undefined ? undefined : emailKey(email),
  )
  if (unproven !== undefined) return unproven
  const mayWrite = email !== undefined && (await mayWriteTo(deps, email))
  if (mayWrite) await countInTotal(deps, contract.pledge)
  const trace = (reference: string): void =>
    facts.trace({
      target: `pledge:${reference}`,
      detail: { cause, amountUsd, method },
      ...(anonymous ? { actor: 'anonymous' } : {}),
    })
  return facts.transact(async (transaction) => {
    const member =
      caller === undefined || anonymous
        ? undefined
        : await findByNumber(transaction, caller.memberId)
    const promised: Promised = {
      id: body.id ?? randomUUID(),
      cause,
      amount_usd: amountUsd,
      method,
      name,
      email: email ?? '',
      member_id: member?.id ?? null,
    }
    const replyAgain = (held: PledgeRow): Outcome<PledgeReply> => {
      if (!isSame(held, promised)) return refuse('conflict')
      trace(held.reference)
      return done(replyOf(settings, held))
    }
    const earlier = await findPledge(transaction, promised.id)
    if (earlier !== undefined) return replyAgain(earlier)
    let rival: PledgeRow | undefined
    const reference = await takeReference(PLEDGE_PREFIX, async (drawn) => {
      if (
        await insertPledge(transaction, {
          ...promised,
          reference: drawn,
          created_at: isoNow(deps.clock),
        })
      )
        return true
      rival = await findPledge(transaction, promised.id) // the same pledge at the same moment, or a reference that is already taken
      return rival !== undefined
    })
    if (rival !== undefined) return replyAgain(rival)
    const result = replyOf(settings, { ...promised, reference })
    if (mayWrite && email !== undefined)
      await enqueueMail(deps, transaction, {
        to: email,
        language: mailLanguage(
          language,
          facts.request.headers['accept-language'],
          member?.language,
        ),
        template: 'pledge-received',
        values: {
          name: member?.first_name ?? '',
          reference, // text from strangers is not mailed to strangers in our name
          amount: `${amountUsd} ${(await readAssociation(transaction)).currency}`,
          cause,
          ...presentPayTo(result),
        },
      })
    trace(reference)
    return done(result)
  })
}

const donationSummary: Handler<typeof contract.donationSummary> = async (_input, deps) => {
  const [raised, settings] = [
    await raisedByCause(deps.database.db),
    await readPaymentSettings(deps),
  ]
  const causes = DONATION_CAUSES.map(({ id, goalUsd }) => ({
    id,
    goalUsd,
    raisedUsd: wholeUnits(raised.get(id) ?? 0),
  }))
  const treasuryUsd = wholeUnits([...raised.values()].reduce((sum, cents) => sum + cents, 0))
  return done({
    treasuryUsd,
    causes,
    methods: methodsOf(settings),
    accounts: [...settings.accounts],
    samples: settings.samples,
  })
}

export const donationsHandlers: HandlersOf<typeof contract.donationsRoutes> = {
  'donation.summary': donationSummary,
  'donation.pledge': makePledge,
  'donation.list': listPledges,
  'donation.totals': pledgeTotals,
  'donation.csv': pledgesCsv,
  'donation.update': updatePledge,
  'donation.reopen': reopenPledge,
}
