import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { memo, useDeferredValue, useEffect, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { myCard } from '#shared/contract/card.ts'
import { PHOTO_RESIGN_INTERVAL_MS } from '#shared/domain/access/session-rules.ts'
import { parseJson } from '#shared/read-json.ts'
import { platform } from '@platform'
import { CallFailure, messageKeyOf } from '../../platform/calls/call-failure.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import type { SessionUser } from '../../platform/platform.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useOnline } from '../../ui/feedback/use-online.ts'
import { Page } from '../../ui/layout/page.tsx'
import { endEarlyCode } from './code/early-mark.ts'
import { useCodeInHistory } from './code/use-code-in-history.ts'
import { useCardFonts } from './face/card-fonts.ts'
import { type Photo, usePhoto } from './face/use-photo.ts'
import { CARD_GRID, IdCard } from './id-card.tsx'
import type { CardReply } from './model/card-model.ts'

/** The card of an earlier visit. */
interface CardKept {
  readonly reply: CardReply
  readonly photo: ArrayBuffer | null
  /** Milliseconds since 1970, when the server sent it. */
  readonly asOf: number
}

/** Null where nothing is kept, as TanStack Query wants it. */
async function readKept(cardId: string): Promise<CardKept | null> {
  const kept = await platform.keptCard?.read(cardId)
  if (kept === undefined) return null
  const parsed = myCard.reply.safeParse(parseJson(kept.text)) // an earlier version may have written it
  return parsed.success ? { reply: parsed.data, photo: kept.photo, asOf: kept.asOf } : null
}

/** Without the signed address: it is a key to the server, and not on the card. */
const keepCard = async ({ reply, photo, asOf }: CardKept): Promise<void> =>
  platform.keptCard?.keep({
    cardId: reply.cardId,
    text: JSON.stringify({ ...reply, photoUrl: null }),
    photo,
    asOf,
  })

interface ShownCard {
  /** Undefined while it is on its way, or when it cannot be had. */
  readonly reply: CardReply | undefined
  readonly photo: Photo
  /** Milliseconds since 1970, when the server sent what is shown. */
  readonly asOf: number
  /** The server could not be asked just now, or did not answer. */
  readonly stale: boolean
  /** There is nothing to show: the server did not send it, and nothing was kept. */
  readonly missing: boolean
  readonly error: Error | null
  readonly reload: () => void
}

/** The server heard the question and said no: what it said earlier no longer counts. */
const isRefusal = (error: Error | null): boolean => {
  const status = error instanceof CallFailure ? error.problem?.status : undefined
  return status !== undefined && status >= 400 && status < 500 && status !== 429
}

/**
 * The member's own card. Asked again when the signed address of the photo grows old: by the clock while the page is
 * looked at, and at once when it comes back into view after that time. The last one stands in while the server is out of
 * reach, on the device where the member stays signed in (platform/kept-card.ts).
 */
function useCard(cardId: string): ShownCard {
  const live = useQuery({
    ...readQuery(['card', 'me', cardId], myCard, {}),
    staleTime: PHOTO_RESIGN_INTERVAL_MS,
    refetchInterval: PHOTO_RESIGN_INTERVAL_MS,
    refetchOnWindowFocus: true,
  })
  const online = useOnline()
  const kept = useQuery({
    queryKey: ['card', 'kept', cardId],
    queryFn: () => readKept(cardId),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  const refused = isRefusal(live.error)
  const earlier = refused ? null : kept.data
  const photo = usePhoto(live.data === undefined ? (earlier?.photo ?? null) : live.data.photoUrl)

  useEffect(() => {
    if (refused) void platform.keptCard?.clear()
  }, [refused])
  const { data: reply, dataUpdatedAt: asOf } = live
  const { bytes, ready, failed } = photo
  useEffect(() => {
    // With a photo that did not come this time, what was kept before is the better copy.
    if (reply !== undefined && ready && !failed)
      void keepCard({ reply, photo: bytes ?? null, asOf })
  }, [reply, asOf, bytes, ready, failed])

  const shown = refused ? undefined : (reply ?? earlier?.reply)
  return {
    reply: shown,
    photo,
    asOf: reply === undefined ? (earlier?.asOf ?? 0) : asOf,
    missing:
      shown === undefined &&
      !kept.isPending &&
      (!online || live.isError || live.fetchStatus === 'paused'),
    // The device says so, or the first try has failed: not only when the last one has.
    stale: !online || live.isError || live.fetchStatus === 'paused' || live.failureCount > 0,
    error: live.error,
    reload: () => void live.refetch(),
  }
}

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
  const key = messageKeyOf(error)
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
    <Page title={t('title')} lead={t('lead')} wide>
      <OwnCard user={session.user} />
    </Page>
  )
}

/** Deferred: a phone draws the card for a third of a second, and the browser gets its turns meanwhile. */
function OwnCard({ user }: { readonly user: SessionUser }) {
  return <CardOrPlace shown={useDeferredValue(useCard(user.cardId))} />
}

const CardOrPlace = memo(function CardOrPlace({ shown }: { readonly shown: ShownCard }) {
  const { reply, photo, asOf, stale, missing, error, reload } = shown
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
})

/**
 * The place of the card and its buttons. At least as tall as the window, as the page of the card is on a phone: the footer
 * would be in view, and jump out of it when the card comes.
 */
function CardSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div className={cx(CARD_GRID, 'min-h-dvh content-start')}>
      <output className="sr-only">{t('loading')}</output>
      <div className="grid max-w-160 justify-items-center gap-4">
        <Skeleton className="aspect-[8/5] w-full rounded-lg" />
        <Skeleton className="h-11 w-44" />
      </div>
      <div className="grid max-w-160 content-start gap-3">
        <Skeleton className="h-13" />
        <Skeleton className="h-11" />
      </div>
    </div>
  )
}
