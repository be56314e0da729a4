import {
  Download as DownloadIcon,
  RefreshCcw,
  Rotate3d,
  Printer,
  QrCode,
  RotateCw,
  Share2,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { platform } from '@platform'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { sharePage } from '../../platform/files/share.ts'
import { logFailure } from '../../platform/log-failure.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { RoleBadge } from '../../ui/feedback/badge.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CardStage } from './card-stage.tsx'
import { FullScreenCode } from './code/full-screen-code.tsx'
import { useCodeInHistory } from './code/use-code-in-history.ts'
import { CaptureCopies } from './download/capture-copies.tsx'
import type { CardSides } from './download/file-name.ts'
import { useDownload } from './download/use-download.ts'
import type { Photo } from './face/use-photo.ts'
import { localDay, cardDate } from './model/card-dates.ts'
import {
  buildCardModel,
  type CardReply,
  CARD_FIELDS,
  type CardModel,
  cardValue,
} from './model/card-model.ts'
import type { AvatarSize } from './model/card-size.ts'
import { PrintSheet, usePrint } from './print/print-sheet.tsx'
import { SplitButton } from './split-button.tsx'
import { WalletSlot } from './wallet/wallet-slot.tsx'

// On demand: most looks at the card open neither.
const ReissueDialog = lazy(async () => ({
  default: (await import('../../ui/form/reissue-dialog.tsx')).ReissueDialog,
}))
const PrinterDialog = lazy(async () => ({
  default: (await import('./print/printer-dialog.tsx')).PrinterDialog,
}))

interface CardDetailsProps {
  readonly card: CardModel
  readonly reply: CardReply
  readonly today: string
}

/** Everything that the card says, in the reader's language, at a size that eyes and screen readers can read. */
function CardDetails({ card, reply, today }: CardDetailsProps) {
  const { t } = useTranslation('idCard')
  const language = useLanguage()
  return (
    <section aria-labelledby="card-details">
      <h2 id="card-details" className="text-xl headline">
        {t('details')}
      </h2>
      <dl className="mt-3 grid gap-x-8 rounded-lg border border-line bg-surface px-4 py-2 sm:grid-cols-2 sm:px-6 lg:grid-cols-3">
        <Detail term={t('card.name')}>
          <Auto>{card.name}</Auto>
        </Detail>
        <Detail term={t('card.cardNumber')}>
          <Ltr>{card.number}</Ltr>
        </Detail>
        <Detail term={t('card.role')}>
          <RoleBadge role={card.role} />
        </Detail>
        {CARD_FIELDS.map((key) => (
          <Detail key={key} term={t(`card.${key}`)}>
            <Auto>{cardValue(reply, key, language, today)}</Auto>
          </Detail>
        ))}
        <Detail term={t('card.validUntil')}>{cardDate(card.expiresOn, language)}</Detail>
      </dl>
    </section>
  )
}

function Detail({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2.5 first:border-t-0 sm:nth-2:border-t-0 lg:nth-3:border-t-0">
      <dt className="shrink-0 text-sm text-muted">{term}</dt>
      <dd className="min-w-0 grow basis-24 text-end font-semibold **:whitespace-normal">
        {children}
      </dd>
    </div>
  )
}

/** Issues the own card anew; each copy of the old code stops working. */
function LostCard({
  cardId,
  disabled,
  onReissued,
}: {
  readonly cardId: string
  readonly disabled: boolean
  readonly onReissued: () => void
}) {
  const { t } = useTranslation('idCard')
  const [open, setOpen] = useState(false)
  return (
    <section aria-labelledby="lost-card" className="grid justify-items-start gap-3">
      <h2 id="lost-card" className="text-xl headline">
        {t('reissue.lostTitle')}
      </h2>
      <p className="max-w-prose text-muted">{t('reissue.lostText')}</p>
      <Button
        variant="secondary"
        icon={<RefreshCcw aria-hidden="true" size={20} />}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {t('reissue.open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ReissueDialog
            cardId={cardId}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              onReissued()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

interface IdCardProps {
  readonly reply: CardReply
  readonly photo: Photo
  /** When the server sent it. The day where the reader is stands on the card as its issue date (docs/spec/card.md, 2). */
  readonly asOf: number
  /** The last attempt to renew it failed. */
  readonly stale: boolean
  /** False while the code alone can be drawn. */
  readonly fontsReady: boolean
  readonly onReload: () => void
  readonly avatarSize?: AvatarSize
}

/** Where the device cannot share files, the page's address is shared instead (docs/spec/card.md, 5). */
const canSharePictures = (): boolean =>
  'canShare' in navigator &&
  navigator.canShare({ files: [new File([], 'card.png', { type: 'image/png' })] })

/** One edge at the start for everything; from 1024 px on the acts stand beside the card, and so in the first view. */
export const CARD_GRID =
  'grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,40rem)_minmax(16rem,1fr)] lg:gap-x-10'

/** The card with all its actions. */
export function IdCard({
  reply,
  photo,
  asOf,
  stale,
  fontsReady,
  onReload,
  avatarSize = 'medium',
}: IdCardProps) {
  const { t } = useTranslation(['idCard', 'common'])
  const format = useFormat()
  const captionLanguage = useLanguage() === 'fr' ? 'fr' : 'en'
  const today = localDay(new Date(asOf))
  const card = useMemo(() => buildCardModel(reply, today), [reply, today])
  const [side, setSide] = useState<'front' | 'back'>('front')
  const [shareFailed, setShareFailed] = useState(false)
  const [choosesPrinter, setChoosesPrinter] = useState(false)
  const download = useDownload(card.cardId, photo.settled)
  const print = usePrint()
  const code = useCodeInHistory()
  const codeButton = useRef<HTMLButtonElement>(null)
  const [sharesPictures] = useState(canSharePictures)
  // Only a card from the device can be expired: the server sends one that is valid for years.
  const [openedAt] = useState(() => Date.now())
  const isOver = Date.parse(reply.expiresAt) <= openedAt
  const shown = { card, photo: photo.image, captionLanguage } as const

  const save = async (sides: CardSides): Promise<void> => {
    if (download.busy) return
    setShareFailed(false)
    if (await download.start(sides)) toast.success(t('downloadDone'))
  }
  const share = async (): Promise<void> => {
    if (download.busy) return
    setShareFailed(false)
    download.clearError()
    const data = { title: t('shareTitle'), text: t('shareText'), url: location.href }
    const file = sharesPictures ? await download.picture() : undefined
    if (sharesPictures && file === undefined) return // the download's own notice says so
    const outcome = await sharePage(
      { ...data, ...(file !== undefined && { files: [file] }) },
      navigator,
    )
    if (outcome === 'copied') toast.success(t('shareCopied'))
    if (outcome !== 'failed') return
    logFailure('The page of the card could not be shared')
    setShareFailed(true)
  }
  const turn = (): void => setSide(side === 'front' ? 'back' : 'front')
  const showCode = (): void => {
    codeButton.current?.focus({ preventScroll: true }) // where the focus returns to when the code closes
    code.show()
  }
  const retry = (
    <Button variant="secondary" icon={<RotateCw aria-hidden="true" size={18} />} onClick={onReload}>
      {t('common:retry')}
    </Button>
  )
  return (
    <div className={cx(CARD_GRID, 'lg:*:not-data-beside:col-span-full')}>
      {stale ? (
        <Notice
          tone="warning"
          title={t('asOf', { when: format.dateTime(new Date(asOf)) })}
          action={retry}
        >
          {isOver ? t('staleExpired') : t('staleText')}
        </Notice>
      ) : (
        photo.failed && (
          <Notice tone="warning" action={retry}>
            {t('photoFailed')}
          </Notice>
        )
      )}
      {/* The turned side lies wider than the card: it may not widen the page. The air is for the shadow. */}
      <div data-beside className="-mx-4 overflow-x-clip px-4 lg:-mx-10 lg:px-10">
        <div className="grid max-w-160 justify-items-center gap-4">
          {fontsReady ? (
            <CardStage
              {...shown}
              avatarSize={avatarSize}
              side={side}
              onTurn={turn}
              onShowCode={showCode}
            />
          ) : (
            <Skeleton className="aspect-[8/5] w-full max-w-160 rounded-lg" />
          )}
          <Button variant="quiet" icon={<Rotate3d aria-hidden="true" size={20} />} onClick={turn}>
            {t(side === 'front' ? 'turnToBack' : 'turnToFront')}
          </Button>
        </div>
      </div>
      <div data-beside className="grid content-start gap-6">
        <div className="grid max-w-160 gap-3 sm:grid-cols-3 lg:grid-cols-1">
          <Button
            ref={codeButton}
            size="lg"
            className="sm:col-span-full"
            icon={<QrCode aria-hidden="true" size={24} />}
            onClick={showCode}
          >
            {t('showCode')}
          </Button>
          <SplitButton
            label={t('download')}
            icon={<DownloadIcon aria-hidden="true" size={20} />}
            busy={download.busy}
            onPress={() => void save('both')}
            choiceLabel={t('downloadChoice')}
            choices={[
              { label: t('downloadBoth'), onPress: () => void save('both') },
              { label: t('downloadFront'), onPress: () => void save('front') },
              { label: t('downloadBack'), onPress: () => void save('back') },
            ]}
          />
          <SplitButton
            label={t('print')}
            icon={<Printer aria-hidden="true" size={20} />}
            onPress={() =>
              platform.bridge === undefined ? print.start('fold') : setChoosesPrinter(true)
            }
            choiceLabel={t('printChoice')}
            choices={[
              { label: t('printFold'), onPress: () => print.start('fold') },
              {
                label: t('printCard'),
                onPress: () =>
                  platform.bridge === undefined ? print.start('card') : setChoosesPrinter(true),
              },
            ]}
          />
          <Button
            variant="secondary"
            icon={<Share2 aria-hidden="true" size={20} />}
            onClick={() => void share()}
          >
            {t('share')}
          </Button>
          <div className="grid gap-3 sm:col-span-full">
            {download.failed && <Notice tone="danger">{t('downloadError')}</Notice>}
            {shareFailed && <Notice tone="danger">{t('shareError')}</Notice>}
            <p className="text-sm text-muted">
              {platform.keptCard?.keeps(reply.cardId) === true ? t('keptHint') : t('keepHint')}
            </p>
            <p className="text-sm text-muted">
              {t(sharesPictures ? 'sharePictureHint' : 'shareHint')}
            </p>
          </div>
        </div>
        {/* Beside the card, as both companies ask, and not below its details. */}
        <WalletSlot cardId={reply.cardId} stale={stale} />
      </div>
      <CardDetails card={card} reply={reply} today={today} />
      <LostCard cardId={reply.cardId} disabled={stale} onReissued={onReload} />
      <FullScreenCode card={card} open={code.open} onClose={code.hide} />
      {fontsReady && <CaptureCopies {...download} {...shown} />}
      {platform.bridge !== undefined && (
        <Suspense fallback={null}>
          <PrinterDialog
            bridge={platform.bridge}
            open={choosesPrinter}
            onOpenChange={setChoosesPrinter}
            onCard={print.onCard}
          />
        </Suspense>
      )}
      <PrintSheet {...shown} layout={print.layout} />
    </div>
  )
}
