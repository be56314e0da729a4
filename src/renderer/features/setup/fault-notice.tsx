import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Ltr } from '../../ui/bidi.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ServerFault } from './use-server-choice.ts'

/** What is wrong, what helps, and for whoever runs the network what the machine saw. */
export function FaultNotice({
  fault,
  detail,
}: {
  readonly fault: ServerFault
  readonly detail: string
}) {
  const { t } = useTranslation('setup')
  return (
    <Notice tone="danger" title={t(`fault.${fault}.title`)}>
      <p>{t(`fault.${fault}.remedy`)}</p>
      {detail !== '' && (
        <details className="group mt-1">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
            {t('details')}
            <ChevronDown
              aria-hidden="true"
              size={18}
              className="shrink-0 transition-transform group-open:rotate-180"
            />
          </summary>
          <Ltr className="block rounded-md border border-line bg-surface p-2 font-mono text-sm wrap-anywhere select-all">
            {detail}
          </Ltr>
        </details>
      )}
    </Notice>
  )
}
