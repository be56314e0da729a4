import { platform } from '@platform'
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../i18n/use-format.ts'
import { useSession } from '../../platform/session.ts'

const BUTTON = 'inline-flex min-h-11 items-center gap-2 rounded-md px-4 font-semibold'

/** Keeps the copy for a time without network up to date, and offers a newer version: nothing reloads by itself. */
export function NewVersion() {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const { state } = useSession()
  const [load, setLoad] = useState<() => void>()
  useEffect(() => platform.onNewVersion((next) => setLoad(() => next)), [])
  useEffect(() => {
    if (state !== 'loading')
      void platform.keepCopy({ language, withCard: state === 'authenticated' })
  }, [language, state])
  if (load === undefined) return null
  return (
    <output className="fixed inset-x-0 bottom-0 z-40 animate-rise border-t-4 border-sun bg-night text-on-night print:hidden">
      <span className="column flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
        <span className="grow basis-72">
          <strong className="block font-semibold">{t('update.title')}</strong>
          <span className="block text-sm text-night-muted">{t('update.text')}</span>
        </span>
        <button
          type="button"
          className={`${BUTTON} bg-sun text-on-sun hover:underline`}
          onClick={load}
        >
          <RotateCw aria-hidden="true" size={18} />
          {t('update.load')}
        </button>
        <button
          type="button"
          className={`${BUTTON} hover:text-sun`}
          onClick={() => setLoad(undefined)}
        >
          {t('update.later')}
        </button>
      </span>
    </output>
  )
}
