import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/feedback/notice.tsx'

/** A longer sound is played without its wave: a browser decodes it whole, at ten times its size. */
const DECODED_MAX_BYTES = 30 * 1024 * 1024
const BARS = 160

/** The loudest moment of each part, from 0 to 1. */
export function peaksOf(samples: Float32Array, bars: number): number[] {
  const length = Math.max(1, Math.ceil(samples.length / bars))
  return Array.from({ length: Math.ceil(samples.length / length) }, (_, bar) => {
    let peak = 0
    const end = Math.min(samples.length, (bar + 1) * length)
    for (let at = bar * length; at < end; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0))
    return Math.min(1, peak)
  })
}

interface Wave {
  readonly peaks: readonly number[]
  /** Recorders leave out how long a sound is. */
  readonly seconds: number
}

async function readWave(address: string, signal: AbortSignal): Promise<Wave | undefined> {
  const reply = await fetch(address, { signal })
  const length = Number(reply.headers.get('content-length') ?? 0)
  if (!reply.ok || length > DECODED_MAX_BYTES) return undefined
  const context = new OfflineAudioContext(1, 1, 16_000)
  const decoded = await context.decodeAudioData(await reply.arrayBuffer())
  return { peaks: peaksOf(decoded.getChannelData(0), BARS), seconds: decoded.duration }
}

function useWave(address: string): Wave | undefined {
  const [wave, setWave] = useState<Wave>()
  useEffect(() => {
    const stop = new AbortController()
    // Without a wave the player alone is there.
    readWave(address, stop.signal).then(
      (read) => stop.signal.aborted || setWave(read),
      () => undefined,
    )
    return () => stop.abort()
  }, [address])
  return wave
}

interface VoicePlayerProps {
  readonly address: string
  readonly label: string
}

/** A sound with its wave, which is a second way to move in it: the browser's own player has all keys. */
export function VoicePlayer({ address, label }: VoicePlayerProps) {
  const { t } = useTranslation('evidence')
  const wave = useWave(address)
  const player = useRef<HTMLAudioElement>(null)
  const [share, setShare] = useState(0)
  const [isBroken, setBroken] = useState(false)
  const lengthOf = (audio: HTMLAudioElement): number =>
    Number.isFinite(audio.duration) ? audio.duration : (wave?.seconds ?? 0)
  return (
    <div className="grid w-full max-w-2xl gap-3 rounded-md bg-surface p-4">
      {wave !== undefined && (
        <button
          type="button"
          dir="ltr"
          tabIndex={-1}
          aria-hidden="true"
          className="block h-28 w-full cursor-pointer rounded-sm bg-sunken"
          onClick={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect()
            const audio = player.current
            if (audio !== null) audio.currentTime = ((clientX - left) / width) * lengthOf(audio)
          }}
        >
          <svg
            viewBox={`0 0 ${wave.peaks.length} 100`}
            preserveAspectRatio="none"
            className="size-full"
            data-wave
          >
            {wave.peaks.map((peak, bar) => (
              <rect
                // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
                key={bar}
                x={bar + 0.15}
                width={0.7}
                y={50 - Math.max(1, peak * 48)}
                height={Math.max(2, peak * 96)}
                className={bar / wave.peaks.length < share ? 'fill-brand' : 'fill-muted'}
              />
            ))}
          </svg>
        </button>
      )}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- evidence comes without; its description stands below */}
      <audio
        ref={player}
        src={address}
        controls
        preload="metadata"
        aria-label={label}
        className="w-full"
        onTimeUpdate={({ currentTarget }) => {
          const length = lengthOf(currentTarget)
          setShare(length === 0 ? 0 : currentTarget.currentTime / length)
        }}
        onError={() => setBroken(true)}
      />
      {isBroken && <Notice tone="warning">{t('soundNotPlayed')}</Notice>}
    </div>
  )
}
