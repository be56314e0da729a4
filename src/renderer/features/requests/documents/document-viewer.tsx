import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSide } from '#shared/contract/documents.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useOnline } from '../../../ui/feedback/use-online.ts'
import { LoadFailure } from '../../../ui/loaded/load-failure.tsx'
import { PictureStage, PictureTools } from '../../../ui/staff/picture/picture-stage.tsx'
import { WHOLE } from '../../../ui/staff/picture/view-state.ts'
import { useShortcuts } from '../../../ui/staff/shortcuts.tsx'
import { signedDocumentsQuery } from '../queries.ts'

export interface DocumentPicture {
  readonly side: DocumentSide
  /** Reference; signed again for each look. */
  readonly photoUrl: string
}

/** The sides of an identity document, one at a time. The server logs each look, and the page says so: `ShownTo`. */
export function DocumentViewer({
  documents,
  onDrawn,
}: {
  readonly documents: readonly DocumentPicture[]
  /** A side is in sight. */
  readonly onDrawn?: () => void
}) {
  const { t } = useTranslation('registrationRequests')
  const signed = useQuery({
    ...signedDocumentsQuery(documents.map(({ photoUrl }) => photoUrl)),
    enabled: documents.length > 0,
  })
  const [broken, setBroken] = useState(false)
  // A picture says nothing of why it did not come.
  const notShown = useOnline() ? new Error('A picture was not shown') : null
  const retry = (): void => {
    setBroken(false)
    void signed.refetch()
  }
  if (documents.length === 0)
    return (
      <p className="grid min-h-40 place-items-center rounded-md border border-dashed border-line-strong p-6 text-center text-muted">
        {t('viewer.none')}
      </p>
    )
  if (signed.isError || broken)
    return (
      <LoadFailure
        title={t('messages.photoError')}
        error={signed.error ?? notShown}
        busy={signed.isFetching}
        onRetry={retry}
      />
    )
  if (signed.data === undefined) return <Skeleton className="aspect-[4/3] w-full sm:aspect-[3/2]" />
  const addresses = signed.data as Readonly<Record<string, string>> // the response to a list of references is a map
  const shown = documents.flatMap(({ side, photoUrl }) => {
    const address = addresses[photoUrl]
    return address === undefined ? [] : [{ side, address }]
  })
  if (shown.length === 0)
    return (
      <LoadFailure
        title={t('messages.photoError')}
        error={notShown}
        busy={signed.isFetching}
        onRetry={retry}
      />
    )
  return <ShownPictures pictures={shown} onBroken={() => setBroken(true)} onDrawn={onDrawn} />
}

interface ShownProps {
  readonly pictures: readonly { readonly side: DocumentSide; readonly address: string }[]
  readonly onBroken: () => void
  readonly onDrawn: (() => void) | undefined
}

function ShownPictures({ pictures, onBroken, onDrawn }: ShownProps) {
  const { t } = useTranslation('registrationRequests')
  const [side, setSide] = useState(pictures[0]?.side)
  const [view, setView] = useState(WHOLE)
  const show = (next: DocumentSide): void => {
    setSide(next)
    setView(WHOLE)
  }
  const picture = pictures.find((one) => one.side === side) ?? pictures[0]
  useShortcuts([
    { keys: '1', label: t('viewer.front'), run: () => show('front') },
    { keys: '2', label: t('viewer.back'), run: () => show('back') },
  ])
  if (picture === undefined) return null
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <fieldset aria-label={t('viewer.sides')} className="flex gap-1">
          {pictures.map((one) => (
            <button
              key={one.side}
              type="button"
              aria-pressed={one.side === picture.side}
              onClick={() => show(one.side)}
              className={cx(
                'min-h-11 rounded-md border px-3 font-semibold sm:px-4',
                one.side === picture.side
                  ? 'border-brand bg-brand-soft text-brand'
                  : 'border-line-strong bg-surface',
              )}
            >
              {t(`viewer.${one.side}`)}
            </button>
          ))}
        </fieldset>
        <PictureTools view={view} onView={setView} />
      </div>
      <PictureStage
        address={picture.address}
        label={t(`viewer.${picture.side}Alt`)}
        view={view}
        onView={setView}
        onBroken={onBroken}
        onDrawn={onDrawn}
      />
      <p className="hidden print:block">{t('viewer.noPrint')}</p>
    </div>
  )
}

/** The name in the picture, and the note that the look is logged. */
export function ShownTo() {
  const { t } = useTranslation('registrationRequests')
  const session = useSession()
  if (session.state !== 'authenticated') return null
  return (
    <p className="text-sm text-muted print:hidden">
      {t('viewer.shownTo')} <Auto>{session.user.name}</Auto>{' '}
      <Ltr>{bareCardId(session.user.cardId)}</Ltr>. {t('viewer.recorded')}
    </p>
  )
}
