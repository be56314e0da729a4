import { useQuery } from '@tanstack/react-query'
import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import {
  useCallback,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSide } from '#shared/contract/documents.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { IconButton } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useShortcuts } from '../../../ui/staff/shortcuts.tsx'
import { signedDocumentsQuery } from '../queries.ts'
import { toggleZoom, turn, type View, WHOLE, ZOOM_MAX, zoomBy, moveBy } from './view-state.ts'

export interface DocumentPicture {
  readonly side: DocumentSide
  /** Reference; signed again for each look. */
  readonly photoUrl: string
}

/** The sides of an identity document, one at a time. The server logs each look. */
export function DocumentViewer({ documents }: { readonly documents: readonly DocumentPicture[] }) {
  const { t } = useTranslation('registrationRequests')
  const signed = useQuery({
    ...signedDocumentsQuery(documents.map(({ photoUrl }) => photoUrl)),
    enabled: documents.length > 0,
  })
  const [broken, setBroken] = useState(false)
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
        error={signed.error}
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
        error={null}
        busy={signed.isFetching}
        onRetry={retry}
      />
    )
  return <Shown pictures={shown} onBroken={() => setBroken(true)} />
}

interface ShownProps {
  readonly pictures: readonly { readonly side: DocumentSide; readonly address: string }[]
  readonly onBroken: () => void
}

function Shown({ pictures, onBroken }: ShownProps) {
  const { t } = useTranslation('registrationRequests')
  const [side, setSide] = useState(pictures[0]?.side)
  const [view, setView] = useState(WHOLE)
  const show = (next: DocumentSide): void => {
    setSide(next)
    setView(WHOLE)
  }
  const change = useCallback((to: (view: View) => View) => setView(to), [])
  const picture = pictures.find((one) => one.side === side) ?? pictures[0]
  useShortcuts([
    { keys: 'z', label: t('keys.zoom'), run: () => setView(toggleZoom) },
    { keys: '+', label: t('viewer.zoomIn'), run: () => setView((now) => zoomBy(now, 1)) },
    { keys: '-', label: t('viewer.zoomOut'), run: () => setView((now) => zoomBy(now, -1)) },
    { keys: 't', label: t('viewer.turn'), run: () => setView(turn) },
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
                'min-h-11 rounded-md border px-4 font-semibold',
                one.side === picture.side
                  ? 'border-brand bg-brand-soft text-brand'
                  : 'border-line-strong bg-surface',
              )}
            >
              {t(`viewer.${one.side}`)}
            </button>
          ))}
        </fieldset>
        <Tools view={view} onView={setView} />
      </div>
      <Stage
        address={picture.address}
        label={t(`viewer.${picture.side}Alt`)}
        view={view}
        onView={change}
        onBroken={onBroken}
      />
      <ShownTo />
    </div>
  )
}

function Tools({
  view,
  onView,
}: {
  readonly view: View
  readonly onView: (change: (view: View) => View) => void
}) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  return (
    <div className="flex items-center">
      <IconButton
        label={t('viewer.zoomOut')}
        icon={<ZoomOut aria-hidden="true" size={22} />}
        disabled={view.zoom <= 1}
        onClick={() => onView((now) => zoomBy(now, -1))}
      />
      <output className="min-w-14 text-center text-sm tabular-nums">
        {format.number(view.zoom, { style: 'percent', maximumFractionDigits: 0 })}
      </output>
      <IconButton
        label={t('viewer.zoomIn')}
        icon={<ZoomIn aria-hidden="true" size={22} />}
        disabled={view.zoom >= ZOOM_MAX}
        onClick={() => onView((now) => zoomBy(now, 1))}
      />
      <IconButton
        label={t('viewer.turn')}
        icon={<RotateCw aria-hidden="true" size={22} />}
        onClick={() => onView(turn)}
      />
    </div>
  )
}

/** The name in the picture, and the note that the look is logged. */
function ShownTo() {
  const { t } = useTranslation('registrationRequests')
  const session = useSession()
  if (session.state !== 'authenticated') return null
  return (
    <p className="text-sm text-muted">
      {t('viewer.shownTo')} <Auto>{session.user.name}</Auto> <Ltr>{session.user.cardId}</Ltr>.{' '}
      {t('viewer.recorded')}
    </p>
  )
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0.15, 0],
  ArrowRight: [-0.15, 0],
  ArrowUp: [0, 0.15],
  ArrowDown: [0, -0.15],
}

interface StageProps {
  readonly address: string
  /** The alternative text. */
  readonly label: string
  readonly view: View
  readonly onView: (change: (view: View) => View) => void
  readonly onBroken: () => void
}

/**
 * A document that can be enlarged but not saved: no menu of the browser, no dragging, no print. A photo of the screen
 * is always possible; the server draws the name of the viewer into the picture.
 */
function Stage({ address, label, view, onView, onBroken }: StageProps) {
  const { t } = useTranslation('registrationRequests')
  const stage = useRef<HTMLElement>(null)
  const [drag, setDrag] = useState<{ readonly x: number; readonly y: number }>()
  const close = view.zoom > 1
  useEffect(() => {
    const element = stage.current
    if (element === null) return undefined
    // React adds passive listeners for wheels; this one keeps the page still while the picture grows.
    const onWheel = (event: WheelEvent): void => {
      if (!close && event.deltaY > 0) return // already the smallest size: the page scrolls
      event.preventDefault()
      onView((now) => zoomBy(now, event.deltaY > 0 ? -0.5 : 0.5))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [close, onView])
  const onMove = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): void => {
    if (drag === undefined) return
    const { width, height } = currentTarget.getBoundingClientRect()
    onView((now) => moveBy(now, (clientX - drag.x) / width, (clientY - drag.y) / height))
    setDrag({ x: clientX, y: clientY })
  }
  const onKey = (event: KeyboardEvent): void => {
    const step = ARROWS[event.key]
    if (step === undefined || !close) return
    event.preventDefault()
    onView((now) => moveBy(now, ...step))
  }
  const turned = view.quarterTurns % 2 === 1
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an enlarged picture is moved by arrows as well as by dragging; the buttons beside it do the rest */}
      <section
        ref={stage}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows need the focus here
        tabIndex={0}
        aria-label={t('viewer.stage', { what: label })}
        onKeyDown={onKey}
        onContextMenu={(event) => event.preventDefault()}
        onPointerDown={(event) => {
          if (!close || event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ x: event.clientX, y: event.clientY })
        }}
        onPointerMove={onMove}
        onPointerUp={() => setDrag(undefined)}
        onPointerCancel={() => setDrag(undefined)}
        className={cx(
          'relative grid aspect-[4/3] max-h-[70vh] w-full place-items-center sm:aspect-[3/2] overflow-hidden rounded-md border border-line bg-sunken select-none [container-type:size] print:hidden',
          close ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y',
        )}
      >
        <img
          src={address}
          alt={label}
          draggable={false}
          onError={onBroken}
          className={cx(
            'pointer-events-none max-w-none object-contain',
            turned ? 'h-[100cqw] w-[100cqh]' : 'h-[100cqh] w-[100cqw]',
          )}
          style={{
            transform: `translate(${view.x * 100}cqw, ${view.y * 100}cqh) scale(${view.zoom}) rotate(${view.quarterTurns * 90}deg)`,
          }}
        />
      </section>
      <p className="hidden print:block">{t('viewer.noPrint')}</p>
    </>
  )
}
