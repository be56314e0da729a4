import type { PaymentMethod } from '#shared/domain/donations.ts'
import type { Deps } from '../../deps/deps.ts'
import type { PaymentConfig } from '../../deps/payment-config.ts'
import { readSetting } from './settings-repository.ts'

export interface PaymentSettings extends PaymentConfig {
  /** Source of the account settings. */
  readonly source: 'environment' | 'settings' | 'samples' | 'none'
  /** The accounts are invented: no money may be sent there, and every text with them says so. */
  readonly samples: boolean
}

/**
 * Returns where to pay. This is the only source, cheap enough for every call. Accounts from the
 * environment take precedence over those of administrators: the operator can pin them, so that a
 * stolen session of an administrator cannot redirect donations.
 */
export async function readPaymentSettings({
  config,
  database,
  demonstration,
}: Pick<Deps, 'config' | 'database' | 'demonstration'>): Promise<PaymentSettings> {
  if (config.payment.accounts.length > 0)
    return { ...config.payment, source: 'environment', samples: false }
  const { accounts } = (await readSetting(database.db, 'payment')).value
  if (accounts.length > 0)
    return { ...config.payment, source: 'settings', samples: false, accounts }
  const samples = demonstration !== undefined
  return {
    ...config.payment,
    source: samples ? 'samples' : 'none',
    samples,
    accounts: demonstration?.bankAccounts ?? [],
  }
}

/**
 * Ways to pay that are configured. A transfer needs only a reference, so it is always available.
 */
export const methodsOf = ({ paypal, card }: PaymentSettings): PaymentMethod[] => [
  ...(paypal === undefined ? [] : ['paypal' as const]),
  ...(card === undefined ? [] : ['card' as const]),
  'bank',
]

/** Where a pledge is to be paid: an address that carries its reference, or null for a transfer. */
export function paymentAddress(
  settings: PaymentSettings,
  method: PaymentMethod,
  { reference, amountUsd }: { readonly reference: string; readonly amountUsd: number },
): string | null {
  const link = method === 'bank' ? undefined : settings[method]
  if (link === undefined) return null
  const address = new URL(
    link
      .replaceAll('{reference}', encodeURIComponent(reference))
      .replaceAll('{amount}', String(amountUsd)),
  )
  if (!link.includes('{reference}')) address.searchParams.set('reference', reference)
  return address.href
}
