import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../platform/files/save-file.ts'
import { Button } from '../button/button.tsx'
import { CopyButton } from '../button/copy-button.tsx'
import { Notice } from '../feedback/notice.tsx'
import { Checkbox } from '../field/checkbox.tsx'
import { useHeadingInView } from './use-heading-in-view.ts'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
  /** Where the page or the dialog around them has no heading that names the codes. */
  readonly titled?: boolean
}

/** Shown once: the way on opens when the person says that the codes are kept. */
export function RecoveryCodes({ codes, onKept, titled = false }: RecoveryCodesProps) {
  const { t } = useTranslation('factors')
  const [kept, setKept] = useState(false)
  const [fault, setFault] = useState<string>()
  const heading = useHeadingInView<HTMLHeadingElement>()
  const text = codes.join('\n')
  return (
    <div className="grid gap-4">
      {titled && (
        <h2 ref={heading} tabIndex={-1} className="text-xl headline">
          {t('codes.title')}
        </h2>
      )}
      <p>{t('codes.lead')}</p>
      <ul
        dir="ltr"
        aria-label={t('codes.title')}
        className="grid gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-4 font-mono text-lg whitespace-nowrap tabular-nums select-all sm:grid-cols-2 sm:text-base"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton text={text} label={t('codes.copy')} />
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" size={18} />}
          onClick={() =>
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
          }
        >
          {t('codes.save')}
        </Button>
        <Button
          variant="secondary"
          icon={<Printer aria-hidden="true" size={18} />}
          onClick={() => window.print()}
        >
          {t('codes.print')}
        </Button>
      </div>
      <Notice tone="warning">{t('codes.warning')}</Notice>
      <div className="grid gap-3 print:hidden">
        <Checkbox
          label={t('codes.kept')}
          error={fault}
          checked={kept}
          onChange={({ target }) => {
            setKept(target.checked)
            setFault(undefined)
          }}
        />
        <Button size="lg" onClick={() => (kept ? onKept() : setFault(t('codes.keptMissing')))}>
          {t('codes.next')}
        </Button>
      </div>
    </div>
  )
}
