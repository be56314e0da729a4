import { startTransition, useEffect, useState } from 'react'
import { CARD_FONTS } from './measure.ts'
import { IMAGE_TIMEOUT_MS, within } from './within.ts'

const WEIGHTS = [400, 600, 700] as const
/** A letter of each file that the families are cut into. */
const SAMPLE = { latin: 'Aé', arabic: 'ع' } as const

/** Resolves when every font of the card is loaded, or the time limit passes. */
export async function loadCardFonts(): Promise<void> {
  const faces = (['latin', 'arabic'] as const).flatMap((script) =>
    WEIGHTS.map((weight) =>
      document.fonts.load(`${weight} 12px ${CARD_FONTS[script]}`, SAMPLE[script]),
    ),
  )
  await within(IMAGE_TIMEOUT_MS, Promise.allSettled(faces))
}

/** False until the fonts are loaded: a text that is measured without them does not fit. */
export function useCardFonts(): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let current = true
    void loadCardFonts().then(() =>
      startTransition(() => {
        if (current) setReady(true)
      }),
    )
    return () => {
      current = false
    }
  }, [])
  return ready
}
