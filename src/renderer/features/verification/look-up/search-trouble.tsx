import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../../platform/api.ts'
import { Notice } from '../../../ui/notice.tsx'

/** Why nobody is shown: nobody matches (no error), the server said no, or it said nothing. */
export function SearchTrouble({ error }: { readonly error: Error | null }) {
  const place = useRef<HTMLDivElement>(null)
  // On a phone it would appear below the edge of the screen, under the keyboard.
  useEffect(() => {
    // In a block: newer browsers answer a promise, which is no clean-up.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="scroll-my-4 pt-4">
      <Trouble error={error} />
    </div>
  )
}

function Trouble({ error }: { readonly error: Error | null }) {
  const { t } = useTranslation(['search', 'problems'])
  if (error === null)
    return (
      <Notice tone="warning" title={t('errors.noUserFound')}>
        {t('errors.noUserFoundHelp')}
      </Notice>
    )
  const problem = error instanceof CallFailure ? error.problem : undefined
  if (problem === undefined)
    return (
      <Notice tone="danger" title={t('errors.failedSearch')}>
        {t('errors.genericError')}
      </Notice>
    )
  const waitS = error instanceof CallFailure ? error.retryAfterS : undefined
  return (
    <Notice tone="danger" title={t('errors.failedSearch')}>
      {waitS === undefined ? t(`problems:${problem.code}`) : t('errors.wait', { count: waitS })}
      {problem.status >= 500 && problem.requestId !== '' && (
        <p className="text-sm text-muted">{t('problems:reference', { id: problem.requestId })}</p>
      )}
    </Notice>
  )
}
