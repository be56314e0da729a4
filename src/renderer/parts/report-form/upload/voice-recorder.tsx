import { Mic, Square, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** What browsers record, best known first; all are sounds that the server takes. */
const FORMS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'] as const
/** Speech stays clear, and an hour is 15 MB. */
const BITS_PER_SECOND = 32_000
const PIECE_MS = 1_000
/** Before the limit of the server is reached. */
const ROOM_BYTES = 512 * 1024

interface Recording {
  readonly recorder: MediaRecorder
  readonly pieces: Blob[]
  /** Whether what was recorded is used. */
  isKept: boolean
}

type Fault = 'denied' | 'none'

interface VoiceRecorderProps {
  /** The limit of the server; undefined until it has reported it. */
  readonly maxBytes: number | undefined
  readonly onVoice: (file: File) => void
}

/** Records until it is stopped; the sound stays in this page. */
function useRecorder({ maxBytes, onVoice }: VoiceRecorderProps) {
  const { t } = useTranslation('reportWrite')
  const present = useRef<Recording>(undefined)
  const [seconds, setSeconds] = useState<number>()
  const [fault, setFault] = useState<Fault>()
  useEffect(
    () => () => {
      if (present.current !== undefined) present.current.isKept = false
      present.current?.recorder.stop()
    },
    [],
  )

  function end(isKept: boolean): void {
    if (present.current === undefined) return
    present.current.isKept = isKept
    present.current.recorder.stop()
  }

  async function start(): Promise<void> {
    setFault(undefined)
    let stream: MediaStream
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    } catch (error) {
      const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
      setFault(isDenied ? 'denied' : 'none')
      return
    }
    const form = FORMS.find((type) => MediaRecorder.isTypeSupported(type))
    const recorder = new MediaRecorder(stream, {
      audioBitsPerSecond: BITS_PER_SECOND,
      ...(form !== undefined && { mimeType: form }),
    })
    const recording: Recording = { recorder, pieces: [], isKept: false }
    present.current = recording
    let bytes = 0
    const length = (): number => Math.round((performance.now() - startedAt) / 1_000)
    recorder.addEventListener('dataavailable', ({ data }) => {
      recording.pieces.push(data)
      bytes += data.size
      setSeconds(length())
      if (maxBytes !== undefined && bytes > maxBytes - ROOM_BYTES && recorder.state !== 'inactive')
        end(true)
    })
    recorder.addEventListener('stop', () => {
      for (const track of stream.getTracks()) track.stop() // the light of the microphone goes out
      if (present.current === recording) present.current = undefined
      setSeconds(undefined)
      if (!recording.isKept || bytes === 0) return
      const type = (recorder.mimeType || FORMS[0]).split(';')[0] ?? ''
      // In words: nobody knows their voice by the name of a file.
      const name = t('voice.name', { length: clock(length()) })
      onVoice(new File(recording.pieces, name, { type }))
    })
    // The browser takes the microphone away, as when a call comes in: what there is stays.
    stream.getAudioTracks()[0]?.addEventListener('ended', () => end(true))
    const startedAt = performance.now()
    setSeconds(0)
    recorder.start(PIECE_MS)
  }
  return { seconds, fault, start, end }
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Records a voice in the page; where that is not possible, a sound is chosen as a file. What is around it aligns its parts. */
export function VoiceRecorder(props: VoiceRecorderProps) {
  const { t } = useTranslation('reportWrite')
  const { seconds, fault, start, end } = useRecorder(props)
  const main = useRef<HTMLButtonElement>(null)
  const isOn = seconds !== undefined
  return (
    <>
      <div className={cx('-m-1 *:m-1', isOn && 'w-full')}>
        {isOn && (
          <p className="font-semibold">
            <span
              aria-hidden="true"
              className="me-2 inline-block size-3 rounded-full bg-danger motion-safe:animate-pulse"
            />
            <output>{t('voice.recording')}</output>{' '}
            <Ltr className="tabular-nums">{clock(seconds)}</Ltr>
          </p>
        )}
        {/* One button for both, so that it keeps the focus. */}
        <Button
          ref={main}
          variant={isOn ? 'primary' : 'secondary'}
          className={isOn ? 'max-sm:px-3' : undefined}
          icon={
            isOn ? <Square aria-hidden="true" size={18} /> : <Mic aria-hidden="true" size={18} />
          }
          onClick={() => (isOn ? end(true) : void start())}
        >
          {t(isOn ? 'voice.stop' : 'voice.record')}
        </Button>
        {isOn && (
          <Button
            variant="quiet"
            className="max-sm:px-3"
            icon={<Trash2 aria-hidden="true" size={18} />}
            onClick={() => {
              main.current?.focus()
              end(false)
            }}
          >
            {t('voice.discard')}
          </Button>
        )}
      </div>
      <p className="w-full max-w-xl text-sm text-muted">{t('voice.warning')}</p>
      {fault !== undefined && (
        <Notice tone="warning" className="w-full">
          {t(`voice.fault.${fault}`)}
        </Notice>
      )}
    </>
  )
}
