import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { epcCode } from '#shared/domain/epc-code.ts'
import {
  modulesPath,
  modulesWithQuietZone,
  QUIET_ZONE_MODULES,
  qrModules,
} from '../../ui/qr/qr-modules.ts'
import { useCurrency } from '../../ui/use-money.ts'
import type { KeptPledge } from './kept-pledge.ts'

interface TransferCodeProps {
  readonly account: KeptPledge['accounts'][number]
  readonly pledge: Pick<KeptPledge, 'amountUsd' | 'reference' | 'samples'>
}

/** Fills in the whole transfer in a bank's app. There is none for accounts of the demonstration: nobody may pay there. */
export function TransferCode({
  account: { holder, iban, bic },
  pledge: { amountUsd: amount, reference, samples },
}: TransferCodeProps) {
  const { t } = useTranslation('donations')
  const currency = useCurrency()
  const text = samples ? undefined : epcCode({ holder, iban, bic, currency, amount, reference })
  // EPC069-12 asks for level M.
  const modules = useMemo(() => (text === undefined ? undefined : qrModules(text, 'M')), [text])
  if (modules === undefined) return null
  const side = modulesWithQuietZone(modules)
  return (
    <figure aria-label={t('transfer.code')} className="flex flex-wrap items-center gap-4 py-3">
      {/* White in the dark too: apps read dark squares on light ground. */}
      <svg
        aria-hidden="true"
        viewBox={`${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${side} ${side}`}
        shapeRendering="crispEdges"
        className="size-48 shrink-0 rounded-md bg-white"
      >
        <rect
          x={-QUIET_ZONE_MODULES}
          y={-QUIET_ZONE_MODULES}
          width={side}
          height={side}
          fill="#ffffff"
        />
        <path d={modulesPath(modules)} fill="#000000" />
      </svg>
      <figcaption className="min-w-48 flex-1 text-sm text-muted">
        {t('transfer.codeHelp')}
      </figcaption>
    </figure>
  )
}
