import { useTranslation } from 'react-i18next'
import { Notice } from '../feedback/notice.tsx'

/** Of the member who came in, as the server counts them. */
export interface VoicesOfMember {
  readonly count: number
  /** The own voice was given to somebody who is in. */
  readonly handedOut: boolean
}

/** In words, for the screen and for screen readers: what to hand out, and what to ask for. */
export function useVoicesText(): (voices: VoicesOfMember | undefined) => readonly string[] {
  const { t } = useTranslation('verification')
  return (voices) => {
    if (voices === undefined) return []
    const { count, handedOut } = voices
    const cards = count === 0 ? t('checkIn.noVoice') : t('checkIn.voices', { count })
    return handedOut ? [cards, t('checkIn.voiceOut')] : [cards]
  }
}

/** At an assembly it says how many voting cards to hand out. */
export function Voices(voices: VoicesOfMember) {
  const [cards, handedOut] = useVoicesText()(voices)
  return (
    <>
      <p className="text-2xl headline">{cards}</p>
      {handedOut !== undefined && <Notice tone="warning">{handedOut}</Notice>}
    </>
  )
}
