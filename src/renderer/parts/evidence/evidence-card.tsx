import {
  AudioLines,
  ExternalLink,
  Eye,
  EyeOff,
  FileText,
  FileType,
  Film,
  ImageIcon,
  Maximize2,
  Play,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Evidence } from '#shared/contract/reports.ts'
import { KILOBYTE } from '#shared/domain/units.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { type EvidenceKind, kindOf } from './evidence-kind.ts'
import { ExcerptText } from './excerpt-text.tsx'

interface EvidenceCardProps {
  readonly item: Evidence
  readonly number: number
  /** The only piece: the row is its own, and what is said of it stands beside its picture. */
  readonly alone?: boolean
  readonly blurred: boolean
  readonly onUnblur: () => void
  readonly onOpen: () => void
  /** The actions for staff. */
  readonly staff?: ReactNode
}

const ICON = {
  image: ImageIcon,
  video: Film,
  audio: AudioLines,
  pdf: FileType,
  document: FileText,
} as const satisfies Record<EvidenceKind, unknown>

export function EvidenceCard({
  item,
  number,
  alone = false,
  blurred,
  onUnblur,
  onOpen,
  staff,
}: EvidenceCardProps) {
  const { t } = useTranslation('evidence')
  const format = useFormat()
  const kind = kindOf(item)
  const Icon = ICON[kind]
  const title = t('itemTitle', { kind: t(`kinds.${kind}`), number: format.number(number) })
  return (
    <article
      aria-labelledby={`evidence-${item.id}`}
      className={cx(
        'flex w-full flex-col overflow-hidden rounded-lg border border-line bg-surface',
        alone && 'lg:flex-row',
      )}
    >
      <div className={cx('grid', alone && 'lg:w-1/2 lg:shrink-0 lg:*:border-e lg:*:border-b-0')}>
        <Preview
          item={item}
          kind={kind}
          title={title}
          blurred={blurred}
          onUnblur={onUnblur}
          onOpen={onOpen}
        />
      </div>
      <div className={cx('flex grow flex-col gap-2 p-4', alone && 'lg:p-6')}>
        <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
          <h3
            id={`evidence-${item.id}`}
            className="flex items-center gap-2 text-base font-semibold text-ink"
          >
            <Icon aria-hidden="true" size={18} className="shrink-0 text-brand" />
            {title}
          </h3>
          <time dateTime={item.uploadedAt}>{format.date(new Date(item.uploadedAt), 'medium')}</time>
        </div>
        <div className={cx('text-sm', alone ? 'max-lg:grow lg:text-base' : 'grow')}>
          <ExcerptText text={item.description} name={title} />
        </div>
        {item.warnings !== null && item.warnings.length > 0 && (
          <p className="flex items-start gap-2 text-sm font-semibold text-warning">
            <TriangleAlert aria-hidden="true" size={18} className="shrink-0" />
            {t('warningOf', {
              what: format.list(item.warnings.map((warning) => t(`warning.${warning}`))),
            })}
          </p>
        )}
        {item.incomplete === true && (
          <p className="flex items-start gap-2 text-sm font-semibold text-warning">
            <TriangleAlert aria-hidden="true" size={18} className="shrink-0" />
            {t('incomplete')}
          </p>
        )}
        <StaffFacts item={item} />
        {item.document !== undefined && (
          <DocumentFacts document={item.document} isForStaff={Boolean(staff)} />
        )}
        {item.fileUrl !== null && kind !== 'pdf' && (
          <a
            href={item.fileUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('openInNewTabOf', { title })}
            className="inline-flex min-h-11 items-center gap-2 self-start rounded-sm font-semibold text-brand hover:underline print:hidden"
          >
            <ExternalLink aria-hidden="true" size={18} className="mirror" />
            {t('openInNewTab')}
          </a>
        )}
        {staff}
      </div>
    </article>
  )
}

/** What staff changed for the public; others do not get these fields. */
function StaffFacts({
  item: { heldBack = false, boxes = 0, releaseWaits = false },
}: {
  readonly item: Evidence
}) {
  const { t } = useTranslation('evidence')
  if (!heldBack && boxes === 0 && !releaseWaits) return null
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <EyeOff aria-hidden="true" size={18} className="shrink-0" />
      <span>
        {[
          heldBack && t('heldBack'),
          boxes > 0 && t('boxed', { count: boxes }),
          releaseWaits && t('releaseWaits'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </p>
  )
}

/** Enough to tell two files apart at a glance. */
const HASH_START = 12

/** Pages of PDF are shown; of Word others than staff see that there is one, and its hash. */
function DocumentFacts({
  document,
  isForStaff,
}: {
  readonly document: NonNullable<Evidence['document']>
  readonly isForStaff: boolean
}) {
  const { t } = useTranslation('evidence')
  const format = useFormat()
  return (
    <div className="grid gap-2 text-sm">
      {document.size !== undefined && (
        <p className="text-muted">
          {document.pages > 0 && `${t('pages', { count: document.pages })} · `}
          {t('size', {
            size: format.number(document.size / KILOBYTE, { maximumFractionDigits: 0 }),
          })}{' '}
          · <code>SHA-256</code>{' '}
          {/* Staff have the whole of it under custody; others, and paper, have it only here. */}
          <Ltr className="font-mono wrap-anywhere">
            {isForStaff ? (
              <>
                <span title={document.sha256} className="print:hidden">
                  {document.sha256?.slice(0, HASH_START)}…
                </span>
                <span className="hidden print:inline">{document.sha256}</span>
              </>
            ) : (
              document.sha256
            )}
          </Ltr>
        </p>
      )}
      {document.pages === 0 && !isForStaff && <p>{t('documentHeld')}</p>}
      {isForStaff && <DocumentWarning document={document} />}
    </div>
  )
}

/** Names what opening an original of Word would open besides, or what the pages of a PDF lack. */
export function DocumentWarning({
  document: { inside = [], pages },
}: {
  readonly document: NonNullable<Evidence['document']>
}) {
  const { t } = useTranslation('evidence')
  const format = useFormat()
  if (pages > 0 && inside.length === 0) return null
  return (
    <Notice
      tone="warning"
      {...(inside.length > 0 && {
        title: t('insideOf', { what: format.list(inside.map((one) => t(`inside.${one}`))) }),
      })}
    >
      {t(pages > 0 ? 'compareText' : 'originalOnly')}
    </Notice>
  )
}

interface PreviewProps extends Omit<EvidenceCardProps, 'alone' | 'number' | 'staff'> {
  readonly kind: EvidenceKind
  readonly title: string
}

const FRAME =
  'group relative grid aspect-[4/3] w-full place-items-center overflow-hidden border-b border-line bg-sunken'
/** On paper a blurred picture is a stain: a sentence stands there instead. */
const COVERED = 'print:aspect-auto print:min-h-16 print:p-3'
const PILL =
  'inline-flex min-h-11 items-center gap-2 rounded-md bg-night px-4 font-semibold text-on-night group-hover:text-sun print:hidden'

function Preview({ item, kind, title, blurred, onUnblur, onOpen }: PreviewProps) {
  const { t } = useTranslation('evidence')
  if (kind === 'document') {
    const Icon = ICON[kind]
    return (
      <div aria-hidden="true" className={cx(FRAME, 'max-sm:aspect-[5/2]')}>
        <span className="grid justify-items-center gap-2 text-muted">
          <Icon size={56} strokeWidth={1.25} />
          <span className="text-sm font-semibold">{t(`kinds.${kind}`)}</span>
        </span>
      </div>
    )
  }
  if (kind === 'video' || kind === 'audio') {
    const Icon = ICON[kind]
    return (
      <button type="button" className={FRAME} aria-label={t('play', { title })} onClick={onOpen}>
        <Icon aria-hidden="true" size={56} strokeWidth={1.25} className="text-muted" />
        <span className={cx(PILL, 'absolute bottom-3')}>
          <Play aria-hidden="true" size={18} />
          {t(kind === 'video' ? 'playVideo' : 'playSound')}
        </span>
      </button>
    )
  }
  return (
    <button
      type="button"
      className={cx(FRAME, blurred && COVERED)}
      aria-label={t(blurred ? 'unblur' : kind === 'pdf' ? 'readOf' : 'enlarge', { title })}
      onClick={blurred ? onUnblur : onOpen}
    >
      {item.thumbnailUrl !== null && (
        <img
          src={item.thumbnailUrl}
          alt=""
          width={320}
          height={240}
          loading="lazy"
          decoding="async"
          className={cx(
            'size-full object-cover',
            kind === 'pdf' && 'object-top',
            blurred && 'scale-110 blur-xl print:hidden',
          )}
        />
      )}
      {blurred && <span className="hidden text-sm text-muted print:block">{t('notOnPaper')}</span>}
      <span
        className={cx(
          PILL,
          'absolute',
          !blurred && 'bottom-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
        )}
      >
        {blurred ? (
          <Eye aria-hidden="true" size={18} />
        ) : (
          <Maximize2 aria-hidden="true" size={18} />
        )}
        {t(blurred ? 'showPicture' : kind === 'pdf' ? 'read' : 'enlargePicture')}
      </span>
    </button>
  )
}
