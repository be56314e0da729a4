import type { donationSummary as route } from '#shared/contract/donations.ts'
import { DONATION_CAUSES } from '#shared/domain/donations.ts'
import type { Handler } from '../../http/handlers.ts'
import { done } from '../../outcome.ts'
import { methodsOf, readPaymentSettings } from './payment-settings.ts'
import { raisedByCause } from './pledge-repository.ts'

export const donationSummary: Handler<typeof route> = async (_input, deps) => {
  const [raised, settings] = [
    await raisedByCause(deps.database.db),
    await readPaymentSettings(deps),
  ]
  const causes = DONATION_CAUSES.map(({ id, goalUsd }) => ({
    id,
    goalUsd,
    raisedUsd: raised.get(id) ?? 0,
  }))
  const treasuryUsd = causes.reduce((sum, { raisedUsd }) => sum + raisedUsd, 0)
  return done({
    treasuryUsd,
    causes,
    methods: methodsOf(settings),
    accounts: [...settings.accounts],
    samples: settings.samples,
  })
}
