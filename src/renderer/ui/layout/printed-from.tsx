import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { parisTime } from '#shared/domain/text/paris-time.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { pageAddress } from '../../platform/files/share.ts'
import { Ltr } from '../bidi.tsx'

interface Printing {
  readonly at: string
  readonly address: string | undefined
}

/** On paper alone, at the end of every page: who published it, where it stands, and when it was printed. */
export function PrintedFrom() {
  const [printing, setPrinting] = useState<Printing>()
  useEffect(() => {
    const note = (): void =>
      flushSync(() => setPrinting({ at: new Date().toISOString(), address: pageAddress() }))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  return (
    <div className="column hidden print:block" data-source>
      {printing !== undefined && <Source {...printing} />}
    </div>
  )
}

function Source({ at, address }: Printing) {
  const { t } = useTranslation('common')
  const language = useLanguage()
  return (
    <p className="mt-3 border-t border-line pt-2 text-xs text-muted">
      <Ltr>{t('appName')}</Ltr> ·{' '}
      {address !== undefined && (
        <>
          <Ltr className="wrap-anywhere">{address}</Ltr> ·{' '}
        </>
      )}
      <time dateTime={at}>{t('printedOn', { when: parisTime(at, language) })}</time>
    </p>
  )
}
