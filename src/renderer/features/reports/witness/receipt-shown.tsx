import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { groupReceipt } from '#shared/domain/report/witness-rules.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'

interface ReceiptShownProps {
  readonly receipt: string
  readonly onDone: () => void
}

/** The only time at which the receipt can be read. */
export function ReceiptShown({ receipt, onDone }: ReceiptShownProps) {
  const { t } = useTranslation('witness')
  return (
    <div className="mt-4 grid gap-5">
      <div className="rounded-lg border-2 border-brand bg-surface p-4 text-center">
        <p className="font-semibold">{t('receipt.label')}</p>
        <p className="mt-1 font-mono text-2xl tracking-wide text-balance" data-testid="receipt">
          <Ltr>{groupReceipt(receipt)}</Ltr>
        </p>
      </div>
      <ul className="grid list-disc gap-2 ps-5">
        <li className="font-semibold">{t('receipt.once')}</li>
        <li>{t('receipt.write')}</li>
        <li>{t('receipt.secret')}</li>
        <li>{t('receipt.back')}</li>
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton text={groupReceipt(receipt)} label={t('receipt.copy')} />
        <Button
          variant="secondary"
          icon={<Printer aria-hidden="true" size={18} />}
          onClick={() => window.print()}
        >
          {t('receipt.print')}
        </Button>
        <Button onClick={onDone}>{t('receipt.goOn')}</Button>
      </div>
    </div>
  )
}
