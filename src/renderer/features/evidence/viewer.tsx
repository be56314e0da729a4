import { ChevronLeft, ChevronRight, ExternalLink, ZoomIn, ZoomOut } from 'lucide-react'
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Evidence } from '#shared/contract/reports.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { kindOf } from '../../parts/evidence/evidence-kind.ts'
import { pageAddress, PageTurner } from '../../parts/evidence/page-turner.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { isLeast, isMost, nextZoom, zoomBy } from './zoom.ts'

const VoicePlayer = lazy(async () => ({
  default: (await import('../../parts/evidence/voice-player.tsx')).VoicePlayer,
}))

/** A notch of a wheel is 100 and more, a touchpad's step a few; both result in a similar zoom. */
const WHEEL_RATE = 0.0015

interface PagePosition {
  readonly x: number
  readonly y: number
}
const placeIn = (
  element: HTMLElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): PagePosition => {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
const between = (first: Touch, second: Touch) => ({
  apart: Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY),
  clientX: (first.clientX + second.clientX) / 2,
  clientY: (first.clientY + second.clientY) / 2,
})

const middleOf = ({ current }: RefObject<HTMLElement | null>): PagePosition => ({
  x: (current?.clientWidth ?? 0) / 2,
  y: (current?.clientHeight ?? 0) / 2,
})

/** Zoom of a picture in a box that scrolls: the point under the wheel or between the fingers stays in place. */
function useZoom(box: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1)
  const present = useRef(1)
  const held = useRef<PagePosition>(undefined)
  const to = useCallback(
    (next: number, at?: PagePosition): void => {
      held.current = at ?? middleOf(box)
      setZoom(next)
    },
    [box],
  )
  useLayoutEffect(() => {
    const [element, at, ratio] = [box.current, held.current, zoom / present.current]
    present.current = zoom
    if (element === null || at === undefined) return
    element.scrollLeft = (element.scrollLeft + at.x) * ratio - at.x
    element.scrollTop = (element.scrollTop + at.y) * ratio - at.y
  }, [box, zoom])

  // React adds passive listeners for wheel and touch, which cannot prevent the browser's zoom of the page.
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    let apart: number | undefined
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      to(zoomBy(present.current, Math.exp(-event.deltaY * WHEEL_RATE)), placeIn(element, event))
    }
    const onTouch = (event: TouchEvent): void => {
      const [first, second] = event.touches
      if (first === undefined || second === undefined) {
        apart = undefined
        return
      }
      event.preventDefault()
      const now = between(first, second)
      if (apart !== undefined && apart > 0)
        to(zoomBy(present.current, now.apart / apart), placeIn(element, now))
      apart = now.apart
    }
    const touches = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const
    element.addEventListener('wheel', onWheel, { passive: false })
    for (const name of touches) element.addEventListener(name, onTouch, { passive: false })
    return () => {
      element.removeEventListener('wheel', onWheel)
      for (const name of touches) element.removeEventListener(name, onTouch)
    }
  }, [box, to])
  return { zoom, to }
}

interface ViewerProps {
  readonly items: readonly Evidence[]
  /** Undefined: closed. */
  readonly index: number | undefined
  readonly onMove: (index: number) => void
  readonly onClose: () => void
}

/** Pictures, pages and films over the whole screen, one after the other. */
export function Viewer({ items, index, onMove, onClose }: ViewerProps) {
  const { t } = useTranslation('evidence')
  const item = index === undefined ? undefined : items[index]
  return (
    <Dialog
      open={item !== undefined}
      onOpenChange={(open) => !open && onClose()}
      size="full"
      title={t('viewer', { number: (index ?? 0) + 1, total: items.length })}
    >
      {item !== undefined && index !== undefined && (
        // A new key: zoom, page and film are reset with each item.
        <Stage
          key={item.id}
          item={item}
          {...(index > 0 && { onPrevious: () => onMove(index - 1) })}
          {...(index < items.length - 1 && { onNext: () => onMove(index + 1) })}
        />
      )}
    </Dialog>
  )
}

/** Keys that turn pages at any zoom. */
function pageByKey(key: string, page: number, pages: number): number | undefined {
  const to = { PageUp: page - 1, PageDown: page + 1, Home: 1, End: pages }[key]
  return to === undefined || pages === 1 ? undefined : Math.min(pages, Math.max(1, to))
}

interface ZoomedPictureProps {
  readonly address: string
  readonly alt: string
  readonly zoom: number
}

/** Later pages of a document are drawn when they are read: that may fail, and may be tried again. */
function ZoomedPicture({ address, alt, zoom }: ZoomedPictureProps) {
  const { t } = useTranslation('evidence')
  const [isBroken, setBroken] = useState(false)
  const [isThere, setThere] = useState(false)
  if (isBroken)
    return (
      <div className="grid size-full place-items-center p-4">
        <Notice
          tone="danger"
          action={
            <Button variant="secondary" onClick={() => setBroken(false)}>
              {t('tryAgain')}
            </Button>
          }
        >
          {t('notShown')}
        </Notice>
      </div>
    )
  return (
    <>
      {!isThere && <p className="p-4 text-center text-muted">{t('drawing')}</p>}
      <img
        src={address}
        alt={alt}
        draggable={false}
        className="size-full max-w-none object-contain"
        style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
        onLoad={() => setThere(true)}
        onError={() => setBroken(true)}
      />
    </>
  )
}

/** A film, or a sound with its wave. */
function Playing({ item }: { readonly item: Evidence }) {
  const { t } = useTranslation('evidence')
  const address = item.fileUrl ?? ''
  if (kindOf(item) === 'audio')
    return (
      <div className="grid min-h-0 grow place-items-center rounded-md bg-sunken p-3">
        <Suspense fallback={null}>
          <VoicePlayer address={address} label={t('kinds.audio')} />
        </Suspense>
      </div>
    )
  return (
    <div className="grid min-h-0 grow place-items-center rounded-md bg-black">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- evidence comes without; its description stands below */}
      <video
        src={address}
        controls
        autoPlay
        playsInline
        aria-describedby="evidence-shown"
        className="max-h-full max-w-full"
      />
    </div>
  )
}

interface StageProps {
  readonly item: Evidence
  readonly onPrevious?: () => void
  readonly onNext?: () => void
}

function Stage({ item, onPrevious, onNext }: StageProps) {
  const { t, i18n } = useTranslation('evidence')
  const format = useFormat()
  const box = useRef<HTMLElement>(null)
  const { zoom, to: setZoom } = useZoom(box)
  const isImage = !['video', 'audio'].includes(kindOf(item))
  const pages = item.document?.pages ?? 1
  const [page, setPage] = useState(1)
  const forwardKey = i18n.dir() === 'ltr' ? 'ArrowRight' : 'ArrowLeft'
  useEffect(() => {
    // Everywhere in the dialog, wherever the focus is. But arrows seek in a film and move a zoomed picture; they change
    // the item only where they have no other function.
    function onKey(event: KeyboardEvent): void {
      if (!isImage || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLSelectElement) return // it has these keys itself
      const to = pageByKey(event.key, page, pages)
      const turns = zoom === 1 && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      if (to !== undefined) setPage(to)
      else if (turns) {
        const forward = event.key === forwardKey
        const next = page + (forward ? 1 : -1)
        if (next >= 1 && next <= pages) setPage(next)
        else (forward ? onNext : onPrevious)?.()
      } else if (event.key === '+' || event.key === '=') setZoom(nextZoom(zoom, 1))
      else if (event.key === '-') setZoom(nextZoom(zoom, -1))
      else if (event.key === '0') setZoom(1)
      else return
      event.preventDefault()
    }
    // On the way down: the dialog keeps arrows, Home and End of its buttons to itself on the way up.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [forwardKey, isImage, onNext, onPrevious, page, pages, setZoom, zoom])
  const address = item.fileUrl === null ? '' : pageAddress(item.fileUrl, page)
  const alt =
    pages > 1
      ? `${t('page', { number: format.number(page), total: format.number(pages) })} · ${item.description}`
      : item.description
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-1">
        <IconButton
          label={t('previous')}
          icon={<ChevronLeft aria-hidden="true" size={24} className="mirror" />}
          disabled={onPrevious === undefined}
          onClick={onPrevious}
        />
        <IconButton
          label={t('next')}
          icon={<ChevronRight aria-hidden="true" size={24} className="mirror" />}
          disabled={onNext === undefined}
          onClick={onNext}
        />
        {isImage && (
          <>
            <span className="mx-2 h-6 border-s border-line-strong" />
            <IconButton
              label={t('zoomOut')}
              icon={<ZoomOut aria-hidden="true" size={22} />}
              disabled={isLeast(zoom)}
              onClick={() => setZoom(nextZoom(zoom, -1))}
            />
            <output className="min-w-14 text-center text-sm">
              {format.number(zoom, { style: 'percent', maximumFractionDigits: 0 })}
            </output>
            <IconButton
              label={t('zoomIn')}
              icon={<ZoomIn aria-hidden="true" size={22} />}
              disabled={isMost(zoom)}
              onClick={() => setZoom(nextZoom(zoom, 1))}
            />
          </>
        )}
        {pages > 1 && <PageTurner page={page} pages={pages} onTurn={setPage} />}
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="ms-auto inline-flex min-h-11 items-center gap-2 rounded-md px-3 font-semibold text-brand hover:bg-brand-soft"
        >
          <ExternalLink aria-hidden="true" size={18} className="mirror" />
          {t('openInNewTab')}
        </a>
      </div>
      {isImage ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the double click is a convenience beside the buttons
        <section
          ref={box}
          dir="ltr"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a zoomed picture scrolls, by keyboard as well
          tabIndex={0}
          aria-label={t(pages > 1 ? 'pagePicture' : 'picture')}
          className="min-h-0 grow overflow-auto rounded-md bg-sunken"
          onDoubleClick={() => setZoom(zoom === 1 ? 2 : 1)}
        >
          <ZoomedPicture key={address} address={address} alt={alt} zoom={zoom} />
        </section>
      ) : (
        <Playing item={item} />
      )}
      <p id="evidence-shown" dir="auto" className="max-h-24 shrink-0 overflow-y-auto text-sm">
        {item.description}
      </p>
    </div>
  )
}
