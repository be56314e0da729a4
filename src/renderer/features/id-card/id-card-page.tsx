import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../platform/platform.ts'
import { useSession } from '../../platform/session/session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { endEarlyCode } from './code/early-mark.ts'
import { useCodeInHistory } from './code/use-code-in-history.ts'
import { useCardFonts } from './face/card-fonts.ts'
import { IdCard } from './id-card.tsx'
import { useCard } from './use-card.ts'
import { RotateCw } from 'lucide-react'
import { CallFailure } from '../../platform/calls/api.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** No card on the screen: what happened and what to do. `error` is null while the device itself has no network. */
function CardNotLoaded({
  error,
  onRetry,
}: {
  readonly error: Error | null
  readonly onRetry: () => void
}) {
  const { t } = useTranslation(['idCard', 'problems', 'common'])
  useLayoutEffect(endEarlyCode, [])
  const key = error instanceof CallFailure ? error.messageKey : 'offline'
  const offline = key === 'offline'
  const requestId = error instanceof CallFailure ? error.problem?.requestId : undefined
  return (
    <Notice
      tone={offline ? 'warning' : 'danger'}
      title={t(offline ? 'offlineTitle' : 'loadError')}
      action={
        <Button
          variant="secondary"
          icon={<RotateCw aria-hidden="true" size={18} />}
          onClick={onRetry}
        >
          {t('common:retry')}
        </Button>
      }
    >
      <p>{offline ? t('offlineText') : t(`problems:${key}`)}</p>
      {requestId !== undefined && requestId !== '' && (
        <p className="text-sm">{t('problems:reference', { id: requestId })}</p>
      )}
    </Notice>
  )
}

/** Nothing is shown to visitors (docs/spec/card.md, 1). */
export function IdCardPage() {
  const { t } = useTranslation('idCard')
  const session = useSession()
  if (session.state !== 'authenticated') return null
  return (
    <Page title={t('title')} lead={t('lead')}>
      <OwnCard user={session.user} />
    </Page>
  )
}

function OwnCard({ user }: { readonly user: SessionUser }) {
  const { reply, photo, asOf, stale, missing, error, reload } = useCard(user.cardId)
  const fontsReady = useCardFonts()
  const { open: showsCode } = useCodeInHistory()
  // The code needs no fonts, and covers the card while it is open.
  if (reply !== undefined && (fontsReady || showsCode)) {
    return (
      <IdCard
        reply={reply}
        photo={photo}
        asOf={asOf}
        stale={stale}
        fontsReady={fontsReady}
        onReload={reload}
      />
    )
  }
  if (missing) return <CardNotLoaded error={error} onRetry={reload} />
  return <CardSkeleton />
}

/** The place of the card and its buttons, so that nothing below jumps when it comes. */
function CardSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div className="grid justify-items-center gap-4">
      <output className="sr-only">{t('loading')}</output>
      <Skeleton className="aspect-[8/5] w-full max-w-160 rounded-lg" />
      <Skeleton className="h-11 w-44" />
      <Skeleton className="mt-4 h-13 w-full max-w-2xl" />
      <Skeleton className="h-11 w-full max-w-2xl" />
    </div>
  )
}
