import {
  AudioLines,
  CircleCheck,
  CirclePause,
  CirclePlay,
  FileText,
  Film,
  ImageIcon,
  RotateCw,
  ShieldCheck,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MEGABYTE } from '#shared/domain/units.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { faultText, problemText } from '../../../ui/call/form-problems.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import type { EvidenceQueue } from './evidence-queue.ts'
import { EVIDENCE_TEXT_MAX_CHARS } from './evidence-rules.ts'
import { FileChoice } from './file-choice.tsx'
import { SoundPlayer, Thumbnail } from './own-file.tsx'
import { isOnItsWay, type QueuedEvidence } from './queue-item.ts'

const ICON = { image: ImageIcon, video: Film, audio: AudioLines, document: FileText } as const

interface EvidenceItemProps {
  readonly item: QueuedEvidence
  readonly queue: EvidenceQueue
  readonly error: string | undefined
}

/** One file: its type, its progress, and its description in the reporter's words. */
export function EvidenceItem({ item, queue, error }: EvidenceItemProps) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  const [asking, setAsking] = useState(false) // a capture may be the only copy
  const Icon = ICON[item.kind]
  const size = format.number(item.size / MEGABYTE, { maximumFractionDigits: 1 })
  return (
    <li
      aria-label={item.name}
      className="grid grid-cols-1 gap-3 rounded-md border border-line bg-surface p-3 sm:p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex min-w-0 items-center gap-2">
          {item.own !== undefined && item.kind === 'image' && <Thumbnail picture={item.own} />}
          <Icon aria-hidden="true" size={20} className="shrink-0 text-brand" />
          <Auto className="min-w-0 truncate font-semibold">{item.name}</Auto>
          <span className="shrink-0 text-sm text-muted">
            {t('file.size', { size: item.size < MEGABYTE / 10 ? format.number(0.1) : size })}
          </span>
        </p>
        <span className="flex gap-1">
          <Steering item={item} queue={queue} />
          <Button
            variant="quiet"
            aria-label={t('file.removeOf', { name: item.name })}
            icon={<Trash2 aria-hidden="true" size={18} />}
            onClick={() => (item.sealed === undefined ? queue.remove(item.key) : setAsking(true))}
          >
            {t('file.remove')}
          </Button>
        </span>
      </div>
      {item.own !== undefined && item.kind === 'audio' && (
        <SoundPlayer sound={item.own} label={item.name} />
      )}
      <Progress item={item} queue={queue} />
      {item.sealed !== undefined && <Sealed item={item} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('capture.removeTitle')}
        text={<p>{t('capture.removeText')}</p>}
        confirmLabel={t('capture.removeConfirm')}
        tone="danger"
        onConfirm={() => queue.remove(item.key)}
      />
      {item.original !== undefined && (
        <p className="rounded-md bg-info-soft p-3 text-sm">{t('file.shrunk')}</p>
      )}
      <TextArea
        name={item.key}
        label={t(item.kind === 'audio' ? 'file.says' : 'file.description')}
        hint={t('file.descriptionHint')}
        error={error}
        required
        rows={2}
        dir="auto"
        maxChars={EVIDENCE_TEXT_MAX_CHARS}
        value={item.description}
        onChange={({ target }) => queue.describe(item.key, target.value)}
      />
    </li>
  )
}

/** What the seal states, and whether the file survives a closed page. */
function Sealed({ item: { sealed, keepFault, state } }: Pick<EvidenceItemProps, 'item'>) {
  const { t } = useTranslation('reportWrite')
  const format = useFormat()
  if (sealed === undefined) return null
  const { capturedAt, place } = sealed.seal
  return (
    <div className="grid gap-1 text-sm">
      <p className="flex items-start gap-2">
        <ShieldCheck aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-success" />
        <span>
          {t('capture.sealed', { at: format.dateTime(new Date(capturedAt)) })}{' '}
          {t(`capture.stated.${place?.precision ?? 'none'}`)}
        </span>
      </p>
      {keepFault === undefined ? (
        <p className="text-muted">{t('capture.kept')}</p>
      ) : (
        state !== 'done' && (
          <p className="rounded-md bg-warning-soft p-3">{t(`capture.notKept.${keepFault}`)}</p>
        )
      )}
    </div>
  )
}

function Steering({ item, queue }: Omit<EvidenceItemProps, 'error'>): ReactNode {
  const { t } = useTranslation('reportWrite')
  if (item.state === 'sealing') return null
  if (isOnItsWay(item))
    return (
      <Button
        variant="quiet"
        aria-label={t('file.pauseOf', { name: item.name })}
        icon={<CirclePause aria-hidden="true" size={18} />}
        onClick={() => queue.pause(item.key)}
      >
        {t('file.pause')}
      </Button>
    )
  if (item.state === 'paused')
    return (
      <Button
        variant="quiet"
        aria-label={t('file.goOnOf', { name: item.name })}
        icon={<CirclePlay aria-hidden="true" size={18} />}
        onClick={() => queue.goOn(item.key)}
      >
        {t('file.goOn')}
      </Button>
    )
  if (item.state === 'failed')
    return (
      <Button
        variant="quiet"
        aria-label={t('file.retryOf', { name: item.name })}
        icon={<RotateCw aria-hidden="true" size={18} />}
        onClick={() => queue.goOn(item.key)}
      >
        {t('file.retry')}
      </Button>
    )
  return null
}

function Progress({ item, queue }: Omit<EvidenceItemProps, 'error'>) {
  const { t } = useTranslation(['reportWrite', 'problems', 'ui'])
  if (item.state === 'missing')
    return (
      <div className="grid justify-items-start gap-2 rounded-md bg-warning-soft p-3">
        <p>
          {t(
            item.isOther === true
              ? 'file.isOther'
              : item.reference === undefined
                ? 'file.missing'
                : 'file.interrupted',
          )}
        </p>
        {item.reference !== undefined && (
          <Button
            variant="secondary"
            aria-label={t('file.goOnOf', { name: item.name })}
            icon={<CirclePlay aria-hidden="true" size={18} />}
            onClick={() => void queue.openAgain(item.key)}
          >
            {t('file.goOn')}
          </Button>
        )}
        <FileChoice
          label={t('file.chooseAgain')}
          name={t('file.chooseAgainOf', { name: item.name })}
          onFiles={([file]) => file !== undefined && queue.chooseAgain(item.key, file)}
        />
      </div>
    )
  if (item.state === 'failed') {
    const { failure } = item
    const fault = failure?.problem?.fields[0]
    return (
      <div role="alert" className="rounded-md border border-s-4 border-danger bg-danger-soft p-3">
        <p className="font-semibold">{t('uploadFailed')}</p>
        <p>
          {failure === undefined
            ? t(item.isNotShrunk === true ? 'file.notShrunk' : 'file.unreadable')
            : fault === undefined
              ? problemText(t, failure)
              : faultText(t, fault)}
        </p>
      </div>
    )
  }
  if (item.state === 'done')
    return (
      <p className="flex items-center gap-2 text-sm font-semibold text-success">
        <CircleCheck aria-hidden="true" size={18} />
        {t('file.state.done')}
      </p>
    )
  return (
    <ProgressBar
      label={t(`file.state.${item.state}`)}
      value={item.sent / item.size}
      tone={item.state === 'waiting' || item.state === 'paused' ? 'sun' : 'brand'}
    />
  )
}
