import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Evidence } from '#shared/contract/reports.ts'
import { isBlurredAtFirst } from '#shared/domain/report/public-copy-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { DocumentText } from '../../parts/evidence/document-text.tsx'
import { DocumentWarning } from '../../parts/evidence/evidence-card.tsx'
import { kindOf } from '../../parts/evidence/evidence-kind.ts'
import { pageAddress, PageTurner } from '../../parts/evidence/page-turner.tsx'
import { VoicePlayer } from '../../parts/evidence/voice-player.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { PictureStage, PictureTools } from '../../ui/staff/picture/picture-stage.tsx'
import { WHOLE } from '../../ui/staff/picture/view-state.ts'
import { useShortcuts } from '../../ui/staff/shortcuts.tsx'

interface EvidenceStageProps {
  readonly items: readonly Evidence[]
  /** Called with each piece that is on the screen, not behind the question before it. */
  readonly onSeen: (id: Evidence['id']) => void
}

/** The evidence beside the words of the report, one piece at a time. */
export function EvidenceStage({ items, onSeen }: EvidenceStageProps) {
  const { t } = useTranslation(['evidence', 'reportWrite'])
  const format = useFormat()
  const [shown, setShown] = useState(0)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
  const titleOf = (item: Evidence, index: number): string =>
    t('itemTitle', { kind: t(`kinds.${kindOf(item)}`), number: format.number(index + 1) })
  useShortcuts(
    items.slice(0, keys.length).map((item, index) => ({
      keys: keys[index] ?? '',
      label: titleOf(item, index),
      run: () => setShown(index),
    })),
  )
  const item = items[shown] ?? items[0]
  return (
    <div className="@container">
      {/* The tools of a picture stand beside the heading: a line of their own, or a higher one, would push the picture down. */}
      <Section
        title={t('reportWrite:part.evidence')}
        actions={<span ref={setTools} className="-my-2 -me-2.5" />}
      >
        {item === undefined ? (
          <p className="grid min-h-40 place-items-center rounded-md border border-dashed border-line-strong p-6 text-center text-muted">
            {t('reportWrite:desk.noEvidence')}
          </p>
        ) : (
          <div className="grid gap-3 print:hidden">
            {items.length > 1 && (
              <fieldset aria-label={t('reportWrite:desk.pieces')} className="flex flex-wrap gap-1">
                {items.map((one, index) => (
                  <button
                    key={one.id}
                    type="button"
                    aria-pressed={one === item}
                    onClick={() => setShown(index)}
                    className={cx(
                      'min-h-11 rounded-md border px-3 text-sm font-semibold',
                      one === item
                        ? 'border-brand bg-brand-soft text-brand'
                        : 'border-line-strong bg-surface',
                    )}
                  >
                    {titleOf(one, index)}
                  </button>
                ))}
              </fieldset>
            )}
            {/* A new key: zoom, film and the question before a picture begin anew with each piece. */}
            <Piece
              key={item.id}
              item={item}
              title={titleOf(item, items.indexOf(item))}
              tools={tools}
              onSeen={onSeen}
            />
            {item.document !== undefined && <DocumentWarning document={item.document} />}
            <DocumentText key={`text ${item.id}`} item={item} number={items.indexOf(item) + 1} />
            {item.incomplete === true && (
              <p className="text-sm font-semibold text-warning">{t('incomplete')}</p>
            )}
            {/* Aligned where its own language begins, as the account is. */}
            <p dir="auto" className="text-sm wrap-anywhere">
              {item.description}
            </p>
          </div>
        )}
        <PrintedPieces items={items} titleOf={titleOf} />
        <LinkButton
          to="evidence"
          relative="path"
          variant="quiet"
          className="-ms-4 mt-2 print:hidden"
        >
          {t('reportWrite:desk.evidencePage')}
        </LinkButton>
      </Section>
    </div>
  )
}

/** Paper lies about: it lists what there is, and shows none of it. */
function PrintedPieces({
  items,
  titleOf,
}: Pick<EvidenceStageProps, 'items'> & {
  readonly titleOf: (item: Evidence, index: number) => string
}) {
  const { t } = useTranslation(['evidence', 'reportWrite'])
  const format = useFormat()
  if (items.length === 0) return null
  return (
    <div className="hidden space-y-2 print:block">
      <p className="text-sm text-muted">{t('reportWrite:desk.noPrint')}</p>
      <ol className="space-y-2">
        {items.map((item, index) => (
          <li key={item.id}>
            <p>
              {/* Apart: a number at the end of the one and at the beginning of the other change places in Arabic. */}
              <bdi className="font-semibold">{titleOf(item, index)}</bdi>
              {' · '}
              <bdi>{format.date(new Date(item.uploadedAt), 'medium')}</bdi>
              {item.incomplete === true && ` · ${t('incomplete')}`}
            </p>
            <p dir="auto" className="text-sm wrap-anywhere">
              {item.description}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

interface PieceProps extends Pick<EvidenceStageProps, 'onSeen'> {
  readonly item: Evidence
  readonly title: string
  /** Where the tools of a picture stand. */
  readonly tools: HTMLElement | null
}

function Piece({ item, title, tools, onSeen }: PieceProps) {
  const { t } = useTranslation(['evidence', 'reportWrite'])
  const [asked, setAsked] = useState(isBlurredAtFirst(item.warnings))
  const kind = kindOf(item)
  const show = (): void => setAsked(false)
  const hidden = asked && kind !== 'document' && kind !== 'audio'
  useEffect(() => {
    if (!hidden) onSeen(item.id)
  }, [hidden, item.id, onSeen])
  useShortcuts([{ keys: 's', label: t('reportWrite:desk.show'), run: show, when: hidden }])
  if (item.fileUrl === null) return null
  if (hidden)
    return (
      <div className="grid min-h-64 content-center justify-items-center gap-4 rounded-md border border-dashed border-line-strong p-6 text-center">
        <p className="max-w-md">{t('graphicTitle')}</p>
        <Button icon={<Eye aria-hidden="true" size={20} />} onClick={show}>
          {t('reportWrite:desk.show')}
        </Button>
      </div>
    )
  if (kind === 'video')
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- evidence comes without; its description stands below
      <video src={item.fileUrl} controls playsInline className="max-h-[70vh] w-full bg-black" />
    )
  if (kind === 'audio') return <VoicePlayer address={item.fileUrl} label={title} />
  if (kind === 'pdf')
    return (
      <DocumentPages
        fileUrl={item.fileUrl}
        pages={item.document?.pages ?? 1}
        title={title}
        tools={tools}
      />
    )
  return <Picture address={item.fileUrl} title={title} tools={tools} />
}

interface DocumentPagesProps extends Pick<PieceProps, 'title' | 'tools'> {
  readonly fileUrl: string
  readonly pages: number
}

function DocumentPages({ fileUrl, pages, ...rest }: DocumentPagesProps) {
  const [page, setPage] = useState(1)
  return (
    <div className="grid gap-2">
      {pages > 1 && <PageTurner page={page} pages={pages} onTurn={setPage} />}
      <Picture key={page} isPage address={pageAddress(fileUrl, page)} {...rest} />
    </div>
  )
}

interface PictureProps extends Pick<PieceProps, 'title' | 'tools'> {
  readonly address: string
  readonly isPage?: boolean
}

function Picture({ address, title, tools, isPage = false }: PictureProps) {
  const { t } = useTranslation('reportWrite')
  const [view, setView] = useState(WHOLE)
  const [broken, setBroken] = useState(false)
  if (broken) return <Notice tone="danger">{t('desk.notShown')}</Notice>
  return (
    <>
      {tools !== null && createPortal(<PictureTools view={view} onView={setView} />, tools)}
      <PictureStage
        address={address}
        label={title}
        view={view}
        onView={setView}
        isPage={isPage}
        onBroken={() => setBroken(true)}
      />
    </>
  )
}
