import { useQuery } from '@tanstack/react-query'
import { Camera, Video } from 'lucide-react'
import { type DragEvent, lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlacePrecision, PLACE_PRECISIONS } from '#shared/domain/report/evidence-seal.ts'
import { EVIDENCE_MAX } from '#shared/domain/report/report-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { aboutQuery } from '../../../platform/calls/about-query.ts'
import {
  type PlaceReading,
  readPlace,
} from '../../../platform/evidence-upload/capture/read-place.ts'
import type { FileReference } from '../../../platform/evidence-upload/keeper.ts'
import { cx } from '../../../ui/cx.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { SelectField } from '../../../ui/field/text-field.tsx'
import { EvidenceItem } from './evidence-item.tsx'
import type { EvidenceQueue, RefusedFile } from './evidence-queue.ts'
import { checkFile, limitsMb, mustShrink } from './evidence-rules.ts'
import { FileChoice } from './file-choice.tsx'
import { mayRecord } from './may-record.ts'
import { shrink } from './shrink.ts'
import { useQueueItems } from './use-evidence-queue.ts'

const VoiceRecorder = lazy(async () => ({
  default: (await import('./voice-recorder.tsx')).VoiceRecorder,
}))

/** The longest film that this server accepts, in bytes; undefined until it has reported it. */
function useFilmLimit(): number | undefined {
  const { data } = useQuery(aboutQuery)
  return data?.evidence?.filmMaxBytes
}

/** Not every browser has it. */
interface DroppedItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<object | null>
}

interface EvidenceListProps {
  readonly queue: EvidenceQueue
  /** Texts by the key of the item. */
  readonly errors: Readonly<Record<string, string | undefined>>
  /** Offers the camera, where the device has one at hand. */
  readonly camera?: boolean
}

/** Where the browser has file handles; after a reload the file need not be chosen again. */
const referencesIn = ({ items }: DataTransfer): Promise<(FileReference | undefined)[]> =>
  Promise.all(
    [...items]
      .filter(({ kind }) => kind === 'file')
      .map(async (item: DroppedItem) => {
        const reference = await item.getAsFileSystemHandle?.().catch(() => null)
        return reference !== null && reference !== undefined && 'getFile' in reference
          ? (reference as FileReference)
          : undefined // a folder has no such function
      }),
  )

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** The files of a report: chosen or dropped, each with its description and its progress. */
export function EvidenceList({ queue, errors, camera = false }: EvidenceListProps) {
  const { t } = useTranslation('reportWrite')
  const items = useQueueItems(queue)
  const rules = useId()
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [over, setOver] = useState(false)
  const format = useFormat()
  const filmMaxBytes = useFilmLimit()
  const limits = limitsMb(filmMaxBytes)
  const said = {
    image: format.number(limits.image),
    photo: format.number(limits.photo),
    document: format.number(limits.document),
    video: format.number(limits.video ?? 0),
    most: format.number(EVIDENCE_MAX),
  }
  /** The focus stays at the button, for the next file; what came is said, because it stands above. */
  const took = (files: readonly File[], no: readonly RefusedFile[]): void => {
    setRefused(no)
    const count = files.length - no.length
    if (count > 0) announce(t('file.added', { count }))
  }
  const add = (files: readonly File[]): void => took(files, queue.add(files, { filmMaxBytes }))
  /** Sealed as a photo is, where the form seals what it takes. */
  const takeVoice = (file: File): void => {
    const isFull = queue.read().length >= EVIDENCE_MAX
    if (!camera || isFull || !('subtle' in crypto)) return add([file])
    const place = Promise.resolve(null)
    void queue.capture({ file, type: file.type, kind: 'voice', evidence: 'audio', place })
  }
  const drop = async (dropped: DataTransfer): Promise<void> => {
    const [files, references] = [[...dropped.files], referencesIn(dropped)] // at once: after the event both are empty
    took(files, queue.add(files, { kept: await references, filmMaxBytes }))
  }
  return (
    <div className="grid grid-cols-1 gap-3 sm:col-span-2">
      {items.length > 0 && (
        <ul aria-label={t('file.list')} className="grid grid-cols-1 gap-3">
          {items.map((item) => (
            <EvidenceItem key={item.key} item={item} queue={queue} error={errors[item.key]} />
          ))}
        </ul>
      )}
      {camera && hasCamera() && (
        <CaptureChoice queue={queue} filmMaxBytes={filmMaxBytes} onRefused={setRefused} />
      )}
      {/* Dropping is a convenience beside the button in it. */}
      <div
        onDragOver={(event) => {
          if (!hasFiles(event)) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!hasFiles(event)) return
          event.preventDefault()
          setOver(false)
          void drop(event.dataTransfer)
        }}
        className={cx(
          'grid justify-items-center gap-2 rounded-md border border-dashed p-5 text-center',
          over ? 'border-brand bg-brand-soft' : 'border-line-strong',
        )}
      >
        <FileChoice label={t('file.choose')} multiple describedBy={rules} onFiles={add} />
        <p className="text-sm text-muted max-sm:hidden">{t(over ? 'file.dropNow' : 'file.drop')}</p>
        {mayRecord() && (
          <Suspense fallback={<div className="min-h-11" />}>
            <VoiceRecorder maxBytes={filmMaxBytes} onVoice={takeVoice} />
          </Suspense>
        )}
        <p id={rules} className="max-w-xl text-sm text-muted">
          {t(limits.video === undefined ? 'file.rulesUnsaid' : 'file.rules', said)}
        </p>
      </div>
      <div
        role="alert"
        className={
          refused.length === 0
            ? 'sr-only'
            : 'rounded-md border border-s-4 border-danger bg-danger-soft p-3'
        }
      >
        {refused.length > 0 && (
          <>
            <p className="font-semibold">{t('file.refused')}</p>
            <ul className="grid gap-1">
              {refused.map(({ name, fault }, index) => (
                <li key={`${name}-${index}`} className="wrap-anywhere">
                  {t('fault.of', {
                    name: `\u2068${name}\u2069`,
                    fault: t(`file.fault.${fault}`, said),
                  })}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}

type PlaceChoice = 'none' | PlacePrecision
const PLACE_CHOICES: readonly PlaceChoice[] = ['none', ...PLACE_PRECISIONS.toReversed()]

/**
 * Phones and tablets: there `capture` opens the camera, and the file is what it wrote. A recorder in the page would give
 * a worse film, in a form that some phones cannot make, and would lose it when the browser is closed.
 */
const hasCamera = (): boolean =>
  window.matchMedia('(pointer: coarse)').matches && 'subtle' in crypto

interface CaptureChoiceProps {
  readonly queue: EvidenceQueue
  readonly filmMaxBytes: number | undefined
  readonly onRefused: (refused: readonly RefusedFile[]) => void
}

/** Takes a photo or a film now, and seals it on this device. */
function CaptureChoice({ queue, filmMaxBytes, onRefused }: CaptureChoiceProps) {
  const { t } = useTranslation('reportWrite')
  const [choice, setChoice] = useState<PlaceChoice>('none')
  const [fault, setFault] = useState<Extract<PlaceReading, { ok: false }>['fault']>()

  /** Asked when it is chosen, so that the question of the browser comes with its reason. */
  async function find(wanted: PlaceChoice) {
    setFault(undefined)
    if (wanted === 'none') return null
    const reading = await readPlace(wanted)
    if (reading.ok) return reading.place
    setFault(reading.fault)
    if (reading.fault === 'denied') setChoice('none')
    return null
  }

  function take([file]: readonly File[], kind: 'photo' | 'film'): void {
    if (file === undefined) return
    const checked = checkFile(file, filmMaxBytes)
    const refused =
      queue.read().length >= EVIDENCE_MAX
        ? 'tooMany'
        : 'fault' in checked
          ? checked.fault
          : undefined
    onRefused(refused === undefined ? [] : [{ name: file.name, fault: refused }])
    if (refused !== undefined || 'fault' in checked) return
    const { type, kind: evidence } = checked
    const place = find(choice)
    void queue.capture({
      file,
      type,
      kind,
      evidence,
      place,
      shrink: mustShrink({ type, size: file.size }) ? shrink : undefined,
    })
  }

  return (
    <section
      aria-labelledby="capture"
      className="grid gap-3 rounded-md border border-line bg-surface p-4"
    >
      <h3 id="capture" className="font-semibold">
        {t('capture.title')}
      </h3>
      {/* Folded: in view, it pushed the first button out of the screen of a phone. */}
      <details className="text-sm text-muted">
        <summary className="min-h-11 w-fit cursor-pointer py-2.5">{t('capture.about')}</summary>
        <p>{t('capture.lead')}</p>
        <p className="mt-1">{t('capture.placeHint')}</p>
      </details>
      <SelectField
        label={t('capture.place')}
        error={fault === undefined ? undefined : t(`capture.placeFault.${fault}`)}
        value={choice}
        options={PLACE_CHOICES.map((value) => ({ value, label: t(`capture.precision.${value}`) }))}
        onChange={({ target }) => {
          const wanted = PLACE_CHOICES.find((value) => value === target.value) ?? 'none'
          setChoice(wanted)
          void find(wanted)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <FileChoice
          label={t('capture.photo')}
          accept="image/*"
          camera
          icon={<Camera aria-hidden="true" size={18} className="shrink-0" />}
          onFiles={(files) => take(files, 'photo')}
        />
        <FileChoice
          label={t('capture.film')}
          accept="video/*"
          camera
          icon={<Video aria-hidden="true" size={18} className="shrink-0" />}
          onFiles={(files) => take(files, 'film')}
        />
      </div>
    </section>
  )
}
