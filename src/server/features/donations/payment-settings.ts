import type { PaymentMethod } from '#shared/domain/donations.ts'
import type { Deps } from '../../deps.ts'
import { readSetting } from '../settings/settings-repository.ts'
import type { BankAccount, PaymentConfig } from './payment-config.ts'

export interface PaymentSettings extends PaymentConfig {
  /** Who says where the accounts are. */
  readonly source: 'environment' | 'settings' | 'samples' | 'none'
  /** The accounts are made up: nobody may send money there, and everything that shows them says so. */
  readonly samples: boolean
}

/** Shown with the demonstration data only. Banks numbered 0 do not exist; the check digits are right. */
export const SAMPLE_ACCOUNTS: readonly BankAccount[] = [
  {
    holder: 'WLD (demonstration)',
    iban: 'FR880000000000DEMO000000100',
    bic: 'DEMOFRPP',
    bank: 'Demonstration bank, Paris',
  },
  {
    holder: 'WLD (demonstration)',
    iban: 'SD9800000000000000',
    bic: 'DEMOSDKH',
    bank: 'Demonstration bank, Khartoum',
  },
]

/**
 * Where to pay. This is the one place that knows, and it may be asked on every call. Accounts that the environment
 * names win over those that administrators set: whoever runs the server can pin them, so that a stolen session of an
 * administrator leads no donation elsewhere.
 */
export async function readPaymentSettings({
  config,
  database,
}: Pick<Deps, 'config' | 'database'>): Promise<PaymentSettings> {
  if (config.payment.accounts.length > 0)
    return { ...config.payment, source: 'environment', samples: false }
  const { accounts } = (await readSetting(database.db, 'payment')).value
  if (accounts.length > 0)
    return { ...config.payment, source: 'settings', samples: false, accounts }
  const samples = config.environment === 'local'
  return {
    ...config.payment,
    source: samples ? 'samples' : 'none',
    samples,
    accounts: samples ? SAMPLE_ACCOUNTS : [],
  }
}

/** Ways to pay that work here. A transfer needs nothing but a reference, so it is always there. */
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
