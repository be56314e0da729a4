import { Camera, Video } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlacePrecision, PLACE_PRECISIONS } from '#shared/domain/report/evidence-seal.ts'
import { EVIDENCE_MAX } from '#shared/domain/report/report-rules.ts'
import {
  type PlaceReading,
  readPlace,
} from '../../../platform/evidence-upload/capture/read-place.ts'
import { SelectField } from '../../../ui/field/text-field.tsx'
import { checkFile, mustShrink } from './evidence-rules.ts'
import type { EvidenceQueue, RefusedFile } from './evidence-queue.ts'
import { FileChoice } from './file-choice.tsx'
import { shrink } from './use-evidence-queue.ts'

type Choice = 'none' | PlacePrecision
const CHOICES: readonly Choice[] = ['none', ...PLACE_PRECISIONS.toReversed()]

/**
 * Phones and tablets: there `capture` opens the camera, and the file is what it wrote. A recorder in the page would give
 * a worse film, in a form that some phones cannot make, and would lose it when the browser is closed.
 */
export const hasCamera = (): boolean =>
  window.matchMedia('(pointer: coarse)').matches && 'subtle' in crypto

interface CaptureChoiceProps {
  readonly queue: EvidenceQueue
  readonly filmMaxBytes: number | undefined
  readonly onRefused: (refused: readonly RefusedFile[]) => void
}

/** Takes a photo or a film now, and seals it on this device. */
export function CaptureChoice({ queue, filmMaxBytes, onRefused }: CaptureChoiceProps) {
  const { t } = useTranslation('reportWrite')
  const [choice, setChoice] = useState<Choice>('none')
  const [fault, setFault] = useState<Extract<PlaceReading, { ok: false }>['fault']>()

  /** Asked when it is chosen, so that the question of the browser comes with its reason. */
  async function find(wanted: Choice) {
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
      <h4 id="capture" className="font-semibold">
        {t('capture.title')}
      </h4>
      <p className="text-sm text-muted">{t('capture.lead')}</p>
      <SelectField
        label={t('capture.place')}
        hint={t('capture.placeHint')}
        error={fault === undefined ? undefined : t(`capture.placeFault.${fault}`)}
        value={choice}
        options={CHOICES.map((value) => ({ value, label: t(`capture.precision.${value}`) }))}
        onChange={({ target }) => {
          const wanted = CHOICES.find((value) => value === target.value) ?? 'none'
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
