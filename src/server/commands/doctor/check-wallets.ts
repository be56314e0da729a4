/** Looks at the certificates with which passes are signed, and at what phones and Google were not told. */
import type { X509Certificate } from 'node:crypto'
import { DAY_MS } from '#shared/domain/units.ts'
import type { Config } from '../../deps/config.ts'
import { countUntold } from '../../records/wallet/wallet-repository.ts'
import { withDatabase } from '../../start/open-existing.ts'
import { fault, note, ok, type Finding } from './finding.ts'

type WalletTexts = Omit<Finding, 'subject'>

/** Apple takes a day or two, and the operator may be away. */
const DAYS_MIN = 30

function checkCertificate(name: string, certificate: X509Certificate): WalletTexts {
  const days = Math.floor((Date.parse(certificate.validTo) - Date.now()) / DAY_MS)
  if (days < 0)
    return fault(
      `${name} has expired: no pass is signed, and phones get no changes.`,
      'Create a new certificate for the same Pass Type ID at Apple (docs/operations.md, Cards in wallets).',
    )
  return days < DAYS_MIN
    ? note(
        `${name} expires in ${days} days.`,
        'Create a new certificate for the same Pass Type ID at Apple (docs/operations.md, Cards in wallets).',
      )
    : ok(`${name} is valid for ${days} days.`)
}

export async function checkWallets(config: Config): Promise<readonly WalletTexts[]> {
  const { apple, google } = config.wallet
  if (apple === undefined && google === undefined)
    return [ok('Cards are in no wallet of Apple or Google.')]
  const certificates =
    apple === undefined
      ? []
      : [
          checkCertificate('WALLET_APPLE_CERTIFICATE', apple.certificate),
          checkCertificate('WALLET_APPLE_WWDR', apple.intermediate),
          ...(config.publicUrl.startsWith('https:')
            ? []
            : [
                note(
                  'Phones ask for changed passes at https addresses only.',
                  'Set PUBLIC_URL to the https address of the site.',
                ),
              ]),
        ]
  return withDatabase(config, async (database) => {
    const { phones, passes } = await countUntold(database.db)
    return [
      ...certificates,
      phones + passes === 0
        ? ok('All phones and Google were told of the last changes of cards.')
        : note(
            `${phones} phones and ${passes} passes at Google could not be notified of a change after several attempts.`,
            'Check that the server can reach api.push.apple.com and walletobjects.googleapis.com; its log has the reason. It tries again automatically.',
          ),
    ]
  })
}
