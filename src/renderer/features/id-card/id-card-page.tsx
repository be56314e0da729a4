import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../platform/platform.ts'
import { useSession } from '../../platform/session.ts'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CardNotLoaded } from './card-not-loaded.tsx'
import { useCardFonts } from './face/card-fonts.ts'
import { IdCard } from './id-card.tsx'
import { useCard } from './use-card.ts'

/** Nothing is shown without a signed-in person (spec members §2). */
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
  if (reply !== undefined && fontsReady) {
    return <IdCard reply={reply} photo={photo} asOf={asOf} stale={stale} onReload={reload} />
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
