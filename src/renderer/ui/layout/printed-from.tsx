import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { parisTime } from '#shared/domain/text/paris-time.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { pageAddress } from '../../platform/files/share.ts'
import { Ltr } from '../bidi.tsx'
import { cx } from '../cx.ts'

interface Printing {
  readonly at: string
  readonly address: string | undefined
}

/** Where the margins of a sheet have boxes, the line stands there, on each sheet: see `@page` in base.css. */
const IN_MARGIN = 'CSSMarginRule' in window

/** On paper alone, of every page: who published it, where it stands, and when it was printed. */
export function PrintedFrom() {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const [printing, setPrinting] = useState<Printing>()
  useEffect(() => {
    const note = (): void => {
      const now = { at: new Date().toISOString(), address: pageAddress() }
      flushSync(() => setPrinting(now))
      writeAddresses()
      if (!IN_MARGIN) return
      const when = t('printedOn', { when: parisTime(now.at, language) })
      const words = [t('appName'), now.address, when].filter((word) => word !== undefined)
      document.documentElement.style.setProperty('--printed-from', quoted(words))
    }
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [t, language])
  return (
    <div className={cx('column hidden', !IN_MARGIN && 'print:block')} data-source>
      {printing !== undefined && <Source {...printing} />}
    </div>
  )
}

/** A string of CSS, each word with a direction of its own. */
const quoted = (words: readonly string[]): string =>
  `"${words.map((word) => `\u2068${word.replaceAll(/["\\\n]/g, '\\$&')}\u2069 · `).join('')}"`

/** Marks of direction would write an address in another order than it has. */
const TURNING = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Gives base.css the addresses of links as people read them: those of Arabic names are lines of per cent signs. */
function writeAddresses(): void {
  const links = document.querySelectorAll<HTMLAnchorElement>(
    'main a[target="_blank"][href^="http"]',
  )
  for (const link of links) {
    try {
      link.dataset['written'] = decodeURI(link.href).replaceAll(TURNING, encodeURIComponent)
    } catch {
      link.dataset['written'] = link.href // no text that anybody encoded
    }
  }
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
