import '../card.css'
import type { Language } from '#shared/domain/text/languages.ts'
import type { Bilingual } from '../../model/card-texts.ts'
import { scriptOf } from '../../model/script.ts'
import { type FitSteps, fitPair, fitText, oneLine } from '../fit-text.ts'
import { baselineInLine, measureText } from '../measure.ts'

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
type Weight = 400 | 600 | 700
type Align = 'left' | 'right' | 'center'

interface WordsProps {
  readonly text: string
  readonly box: Box
  readonly steps: FitSteps
  readonly weight?: Weight
  readonly colour: string
  /** Of our own words. Absent: the member's own, whose script decides. */
  readonly lang?: Language
  readonly align?: Align
}

/** Lines stand closer where two share a place made for one. */
const LINE_HEIGHT = { latin: { one: 1.2, more: 1.1 }, arabic: { one: 1.45, more: 1.3 } } as const

/** Height of a capital in em. Half of it above the middle of a box is where both scripts put their baseline. */
const CAPITALS = 0.71

/** A text at a fixed place of the card, made to fit. Each line stands by itself, at whole pixels. */
export function CardText({ text, box, steps, weight = 400, colour, lang, align }: WordsProps) {
  const script = lang === undefined ? scriptOf(text) : lang === 'ar' ? 'arabic' : 'latin'
  const { fontPx, lines } = fitText(text, box.width, steps, (part, px) =>
    measureText(part, script, weight, px),
  )
  const lineHeight = Math.round(fontPx * LINE_HEIGHT[script][lines.length === 1 ? 'one' : 'more'])
  const firstLine = box.top + (box.height - lines.length * lineHeight) / 2
  const aboveBaseline = baselineInLine(script, weight, fontPx, lineHeight)
  const topOf = (index: number): number =>
    Math.round(firstLine + index * lineHeight + (lineHeight + CAPITALS * fontPx) / 2) -
    aboveBaseline
  const language = lang ?? (script === 'arabic' ? 'ar' : undefined)
  return lines.map((line, index) => (
    <div
      key={line}
      className={script === 'arabic' ? 'idc-words idc-arabic' : 'idc-words'}
      lang={language}
      dir={script === 'arabic' ? 'rtl' : 'ltr'}
      style={{
        left: box.left,
        top: topOf(index),
        width: box.width,
        height: lineHeight,
        lineHeight: `${lineHeight}px`,
        fontSize: fontPx,
        fontWeight: weight,
        color: colour,
        textAlign: align ?? (script === 'arabic' ? 'right' : 'left'),
      }}
    >
      {line}
    </div>
  ))
}

interface PairProps {
  readonly texts: Bilingual
  readonly box: Box
  readonly besidePx: readonly number[]
  readonly stackedPx: readonly number[]
  readonly weight?: Weight
  readonly colour: string
}

const PAIR_GAP_PX = 6

/** English at the left edge, Arabic at the right one; one above the other when they do not fit beside each other. */
export function Pair({
  texts: { en, ar },
  box,
  besidePx,
  stackedPx,
  weight = 400,
  colour,
}: PairProps) {
  const { fontPx, stacked } = fitPair(
    (px) => [measureText(en, 'latin', weight, px), measureText(ar, 'arabic', weight, px)],
    box.width,
    { gapPx: PAIR_GAP_PX, besidePx, stackedPx },
  )
  const steps = oneLine(fontPx)
  const half = Math.floor(box.height / 2)
  const upper = stacked ? { ...box, height: half } : box
  const lower = stacked ? { ...box, top: box.top + half, height: half } : box
  return (
    <>
      <CardText text={en} lang="en" box={upper} steps={steps} weight={weight} colour={colour} />
      <CardText text={ar} lang="ar" box={lower} steps={steps} weight={weight} colour={colour} />
    </>
  )
}
