import { type Ref, useCallback, useMemo } from 'react'
import type { Role } from '#shared/domain/people/roles.ts'
import { Emblem } from '../../../../ui/picture/emblem.tsx'
import { type QrModules, qrModules } from '../../../../ui/qr/qr-modules.ts'
import { QrCanvas, QrSvg } from '../../code/qr-code.tsx'
import {
  FOOT_TOP,
  MARK_BOX,
  PORTRAIT,
  rowPlace,
  TABLE,
  TABLE_WIDTH,
} from '../../model/card-layout.ts'
import type { CardField, CardModel } from '../../model/card-model.ts'
import { AVATAR_PX, type AvatarSize, CARD_HEIGHT_PX, CARD_WIDTH_PX } from '../../model/card-size.ts'
import { type Bilingual, bilingual, CARD_TEXTS } from '../../model/card-texts.ts'
import { oneLine, threeLines, twoLines } from '../fit-text.ts'
import { PaintCanvas } from '../paint-canvas.tsx'
import { paintPhoto, paintPlaceholder } from './avatar.ts'
import { paintFront } from './decor.ts'
import { Pair, CardText } from './words.tsx'

export interface CardFrontProps {
  readonly card: CardModel
  readonly photo: HTMLImageElement | undefined
  /** The language of the caption beside the mark; Arabic stands under it in any case. */
  readonly captionLanguage: 'en' | 'fr'
  readonly avatarSize?: AvatarSize
  readonly medium?: 'screen' | 'paper'
  /** Canvas pixels in one CSS pixel. */
  readonly density: number
  readonly ref?: Ref<HTMLDivElement>
}

const INK = '#17211b'
const MUTED = '#4d5a52'

export function CardFront(props: CardFrontProps) {
  const {
    card,
    photo,
    captionLanguage,
    avatarSize = 'medium',
    medium = 'screen',
    density,
    ref,
  } = props
  const modules = useMemo(() => qrModules(card.payload), [card.payload])
  return (
    <div ref={ref} className="idc-card" dir="ltr" lang="en" data-face="front">
      <PaintCanvas
        left={0}
        top={0}
        width={CARD_WIDTH_PX}
        height={CARD_HEIGHT_PX}
        density={density}
        paint={paintFront}
      />
      <Header />
      <Portrait
        role={card.role}
        title={card.roleTitle}
        photo={photo}
        size={avatarSize}
        density={density}
      />
      <Label
        label={bilingual((texts) => texts.name)}
        left={TABLE.left}
        top={53}
        width={TABLE_WIDTH}
      />
      <CardText
        text={card.name}
        box={{ left: TABLE.left, top: 63, width: TABLE_WIDTH, height: 29 }}
        steps={[
          ...oneLine(18, 17, 16, 15, 14, 13),
          ...twoLines(12, 11, 10, 9),
          ...threeLines(8, 7.5, 7),
        ]}
        weight={700}
        colour={INK}
      />
      {card.fields.map((field, index) => (
        <Field key={field.key} field={field} {...rowPlace(index)} />
      ))}
      <Foot number={card.number} captionLanguage={captionLanguage} />
      <Mark modules={modules} medium={medium} />
      <div className="idc-edge" />
    </div>
  )
}

const LATIN = { left: 50, width: 180 } as const
const ARABIC = { left: 248, width: 140 } as const
const { en, ar } = CARD_TEXTS
const HEADER_LINES = [
  {
    place: LATIN,
    top: 5,
    height: 19,
    text: `${en.product} ${en.kind}`,
    lang: 'en',
    size: 14,
    weight: 700,
    colour: '#ffffff',
  },
  {
    place: LATIN,
    top: 23,
    height: 13,
    text: en.association,
    lang: 'en',
    size: 8.5,
    weight: 400,
    colour: '#dfeee4',
  },
  {
    place: ARABIC,
    top: 2,
    height: 21,
    text: ar.kind,
    lang: 'ar',
    size: 14.5,
    weight: 600,
    colour: '#ffffff',
  },
  {
    place: ARABIC,
    top: 22,
    height: 15,
    text: ar.association,
    lang: 'ar',
    size: 9.5,
    weight: 400,
    colour: '#dfeee4',
  },
] as const

const Header = () => (
  <>
    <div className="idc-emblem" style={{ left: 12, top: 5 }}>
      <Emblem size={33} />
    </div>
    {HEADER_LINES.map(({ place, top, height, size, ...words }) => (
      <CardText key={top} box={{ ...place, top, height }} steps={oneLine(size)} {...words} />
    ))}
  </>
)

interface LabelProps {
  readonly label: Bilingual
  readonly left: number
  readonly top: number
  readonly width: number
}
const Label = ({ label, ...place }: LabelProps) => (
  <Pair
    texts={label}
    box={{ ...place, height: 10 }}
    besidePx={[8, 7.5, 7]}
    stackedPx={[7]}
    colour={MUTED}
  />
)

const VALUE_STEPS = [...oneLine(10.5, 10, 9.5, 9, 8.5), ...twoLines(7.5, 7, 6.5)] as const
const VALUE_PAIR = { besidePx: [10.5, 10, 9.5, 9], stackedPx: [7.5, 7, 6.5, 6] } as const

interface FieldProps {
  readonly field: CardField
  readonly left: number
  readonly top: number
}
function Field({ field: { label, value }, left, top }: FieldProps) {
  const common = {
    box: { left, top: top + 10, width: TABLE.columnWidth, height: 16 },
    weight: 600,
    colour: INK,
  } as const
  return (
    <>
      <Label label={label} left={left} top={top} width={TABLE.columnWidth} />
      {typeof value === 'string' ? (
        <CardText text={value} steps={VALUE_STEPS} {...common} />
      ) : (
        <Pair texts={value} {...VALUE_PAIR} {...common} />
      )}
    </>
  )
}

const CAPTION = { left: 236, width: MARK_BOX.left - 9 - 236 } as const

function Foot({
  number,
  captionLanguage,
}: {
  readonly number: string
  readonly captionLanguage: 'en' | 'fr'
}) {
  return (
    <>
      <Label
        label={bilingual((texts) => texts.cardNumber)}
        left={TABLE.left}
        top={FOOT_TOP + 5}
        width={104}
      />
      <CardText
        text={number}
        lang="en"
        box={{ left: TABLE.left, top: FOOT_TOP + 15, width: 104, height: 19 }}
        steps={oneLine(15, 14, 13, 12, 11, 10)}
        weight={700}
        colour={INK}
      />
      <CardText
        text={CARD_TEXTS[captionLanguage].scan}
        lang={captionLanguage}
        box={{ ...CAPTION, top: 215, height: 12 }}
        steps={oneLine(9, 8.5, 8, 7.5, 7)}
        colour={MUTED}
        align="right"
      />
      <CardText
        text={ar.scan}
        lang="ar"
        box={{ ...CAPTION, top: 227, height: 14 }}
        steps={oneLine(9.5, 9, 8.5)}
        colour={MUTED}
      />
    </>
  )
}

/** Too small for any camera (ADR 0027): it says that there is a code, and the page opens it large. */
function Mark({
  modules,
  medium,
}: {
  readonly modules: QrModules
  readonly medium: 'screen' | 'paper'
}) {
  const { left, top, side } = MARK_BOX
  const place = { modules, quiet: 0, left, top, sidePx: side }
  return (
    <>
      <div
        className="idc-mark"
        style={{ left: left - 3, top: top - 3, width: side + 6, height: side + 6 }}
      />
      {medium === 'paper' ? <QrSvg {...place} /> : <QrCanvas {...place} modulePx={4} />}
    </>
  )
}

/** Badge colours of the roles (docs/spec/roles.md, 1; F: ADR 0015) with a text colour that reads on them. */
const ROLE_COLOURS = {
  admin: { ground: '#000000', text: '#ffffff' },
  content: { ground: '#0e6b3c', text: '#ffffff' },
  moderator: { ground: '#f2b62c', text: '#2a1d00' },
  reviewer: { ground: '#1d5791', text: '#ffffff' },
  member: { ground: '#48565f', text: '#ffffff' },
} as const satisfies Record<Role, { readonly ground: string; readonly text: string }>

interface PortraitProps {
  readonly role: Role
  readonly title: Bilingual
  readonly photo: HTMLImageElement | undefined
  readonly size: AvatarSize
  readonly density: number
}

/** The photo, or a drawn figure, with the badge of the role under it. */
function Portrait({ role, title, photo, size, density }: PortraitProps) {
  const { width, height } = AVATAR_PX[size]
  const paint = useCallback(
    (pen: CanvasRenderingContext2D) =>
      photo === undefined
        ? paintPlaceholder(pen, { width, height })
        : paintPhoto(pen, photo, { width, height }),
    [photo, width, height],
  )
  const left = PORTRAIT.left + (PORTRAIT.width - width) / 2
  const top = Math.round(PORTRAIT.middle - (height + PORTRAIT.gap + PORTRAIT.badgeHeight) / 2)
  const badge = {
    left: PORTRAIT.left,
    top: top + height + PORTRAIT.gap,
    width: PORTRAIT.width,
    height: PORTRAIT.badgeHeight,
  }
  const words = { left: badge.left + 4, width: badge.width - 8 }
  const { ground, text } = ROLE_COLOURS[role]
  return (
    <>
      <div
        className="idc-frame"
        style={{ left: left - 3, top: top - 3, width: width + 6, height: height + 6 }}
      />
      <PaintCanvas
        left={left}
        top={top}
        width={width}
        height={height}
        density={density}
        paint={paint}
      />
      <div className="idc-badge" style={{ ...badge, backgroundColor: ground }} />
      <CardText
        text={title.en}
        lang="en"
        box={{ ...words, top: badge.top + 3, height: 11 }}
        steps={oneLine(9.5, 9, 8.5, 8, 7.5)}
        weight={700}
        colour={text}
        align="center"
      />
      <CardText
        text={title.ar}
        lang="ar"
        box={{ ...words, top: badge.top + 13, height: 13 }}
        steps={oneLine(9.5, 9, 8.5, 8)}
        weight={600}
        colour={text}
        align="center"
      />
    </>
  )
}
