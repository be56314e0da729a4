import { type Ref, useMemo } from 'react'
import { Emblem } from '../../../../ui/picture/emblem.tsx'
import { QUIET_ZONE_MODULES, type QrModules, qrModules } from '../../../../ui/qr/qr-modules.ts'
import { codeOnBack } from '../../code/code-size.ts'
import { QrCanvas, QrSvg } from '../../code/qr-code.tsx'
import { cardDate } from '../../model/card-dates.ts'
import { BACK_PANEL_LEFT_PX } from '../../model/card-layout.ts'
import type { CardModel } from '../../model/card-model.ts'
import { CARD_HEIGHT_PX, CARD_WIDTH_PX } from '../../model/card-size.ts'
import { type Bilingual, bilingual, CARD_TEXTS } from '../../model/card-texts.ts'
import { oneLine, twoLines } from '../fit-text.ts'
import { PaintCanvas } from '../paint-canvas.tsx'
import { paintBack } from './decor.ts'
import { Pair, CardText } from './words.tsx'

export interface CardBackProps {
  readonly card: CardModel
  readonly medium?: 'screen' | 'paper'
  /** Canvas pixels in one CSS pixel. */
  readonly density: number
  readonly ref?: Ref<HTMLDivElement>
}

const PANEL = {
  left: BACK_PANEL_LEFT_PX + 16,
  width: CARD_WIDTH_PX - BACK_PANEL_LEFT_PX - 28,
} as const
const BESIDE_EMBLEM = { left: PANEL.left + 42, width: PANEL.width - 42 } as const
const WHITE = '#ffffff'
const SOFT = '#dfeee4'

const NAME = twoLines(8.5, 8, 7.5)
const FOUND = twoLines(7.5, 7, 6.5, 6)
const { en, fr, ar } = CARD_TEXTS
const LINES = [
  {
    place: BESIDE_EMBLEM,
    top: 10,
    height: 20,
    text: en.product,
    lang: 'en',
    steps: oneLine(17),
    weight: 700,
    colour: WHITE,
  },
  {
    place: BESIDE_EMBLEM,
    top: 29,
    height: 12,
    text: en.country,
    lang: 'en',
    steps: oneLine(8.5),
    weight: 400,
    colour: SOFT,
  },
  {
    place: PANEL,
    top: 51,
    height: 18,
    text: en.association,
    lang: 'en',
    steps: NAME,
    weight: 400,
    colour: WHITE,
  },
  {
    place: PANEL,
    top: 72,
    height: 18,
    text: fr.association,
    lang: 'fr',
    steps: NAME,
    weight: 400,
    colour: WHITE,
  },
  {
    place: PANEL,
    top: 91,
    height: 15,
    text: ar.association,
    lang: 'ar',
    steps: oneLine(9.5),
    weight: 400,
    colour: WHITE,
  },
  {
    place: PANEL,
    top: 179,
    height: 18,
    text: en.found,
    lang: 'en',
    steps: FOUND,
    weight: 400,
    colour: SOFT,
  },
  {
    place: PANEL,
    top: 199,
    height: 18,
    text: fr.found,
    lang: 'fr',
    steps: FOUND,
    weight: 400,
    colour: SOFT,
  },
  {
    place: PANEL,
    top: 219,
    height: 21,
    text: ar.found,
    lang: 'ar',
    steps: FOUND,
    weight: 400,
    colour: SOFT,
  },
] as const

export function CardBack({ card, medium = 'screen', density, ref }: CardBackProps) {
  const modules = useMemo(() => qrModules(card.payload), [card.payload])
  const expiry: Bilingual = {
    en: cardDate(card.expiresOn, 'en'),
    ar: cardDate(card.expiresOn, 'ar'),
  }
  return (
    <div ref={ref} className="idc-card" dir="ltr" lang="en" data-face="back">
      <PaintCanvas
        left={0}
        top={0}
        width={CARD_WIDTH_PX}
        height={CARD_HEIGHT_PX}
        density={density}
        paint={paintBack}
      />
      <BackCode modules={modules} medium={medium} />
      <div className="idc-emblem" style={{ left: PANEL.left, top: 10 }}>
        <Emblem size={34} />
      </div>
      {LINES.map(({ place, top, height, ...words }) => (
        <CardText key={top} box={{ ...place, top, height }} {...words} />
      ))}
      <Rule top={110} />
      <Label texts={bilingual((texts) => texts.cardNumber)} top={114} />
      <CardText
        text={card.number}
        lang="en"
        box={{ ...PANEL, top: 124, height: 19 }}
        steps={oneLine(16, 15, 14, 13, 12, 11)}
        weight={700}
        colour={WHITE}
      />
      <Label texts={bilingual((texts) => texts.validUntil)} top={145} />
      <Pair
        texts={expiry}
        box={{ ...PANEL, top: 155, height: 15 }}
        besidePx={[10, 9.5, 9, 8.5]}
        stackedPx={[7.5]}
        weight={600}
        colour={WHITE}
      />
      <Rule top={174} />
      <div className="idc-edge" />
    </div>
  )
}

function BackCode({
  modules,
  medium,
}: {
  readonly modules: QrModules
  readonly medium: 'screen' | 'paper'
}) {
  const { modulePx, sidePx } = codeOnBack(modules)
  const place = {
    modules,
    quiet: QUIET_ZONE_MODULES,
    left: Math.round((BACK_PANEL_LEFT_PX - sidePx) / 2),
    top: Math.round((CARD_HEIGHT_PX - sidePx) / 2),
    sidePx,
  }
  return medium === 'paper' ? <QrSvg {...place} /> : <QrCanvas {...place} modulePx={modulePx} />
}

const Label = ({ texts, top }: { readonly texts: Bilingual; readonly top: number }) => (
  <Pair
    texts={texts}
    box={{ ...PANEL, top, height: 11 }}
    besidePx={[8, 7.5]}
    stackedPx={[7]}
    colour={SOFT}
  />
)

const Rule = ({ top }: { readonly top: number }) => (
  <div className="idc-rule" style={{ left: PANEL.left, top, width: PANEL.width }} />
)
