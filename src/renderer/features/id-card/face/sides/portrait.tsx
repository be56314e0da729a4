import { useCallback } from 'react'
import type { Role } from '#shared/domain/people/roles.ts'
import { paintPhoto, paintPlaceholder } from './avatar.ts'
import { PORTRAIT } from '../card-layout.ts'
import { AVATAR_PX, type AvatarSize } from '../card-size.ts'
import type { Bilingual } from '../model/card-texts.ts'
import { oneLine } from '../fit-text.ts'
import { PaintCanvas } from '../paint-canvas.tsx'
import { Words } from './words.tsx'

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
export function Portrait({ role, title, photo, size, density }: PortraitProps) {
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
      <Words
        text={title.en}
        lang="en"
        box={{ ...words, top: badge.top + 3, height: 11 }}
        steps={oneLine(9.5, 9, 8.5, 8, 7.5)}
        weight={700}
        colour={text}
        align="center"
      />
      <Words
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
