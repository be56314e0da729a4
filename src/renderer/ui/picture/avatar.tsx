import { useState } from 'react'
import { cx } from '../cx.ts'

type AvatarSize = 'row' | 'small' | 'medium' | 'large'
export interface AvatarProps {
  /** A signed address; nothing, or one that does not load, shows the drawn figure. */
  readonly src?: string | null | undefined
  /** Whose picture it is; the text for those who do not see it. Empty where the name stands beside it. */
  readonly name: string
  readonly size?: AvatarSize
  readonly className?: string
}

// The shape of the portrait on the card, four to five, so that a face is cut alike everywhere.
const SIZE = {
  row: 'w-8 h-10 rounded-sm',
  small: 'w-9 h-11 rounded-sm',
  medium: 'w-16 h-20 rounded-md',
  large: 'w-32 h-40 rounded-lg',
} as const satisfies Record<AvatarSize, string>

export function Avatar({ src, name, size = 'medium', className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const frame = cx(
    'block shrink-0 overflow-hidden border border-line bg-sunken object-cover object-[50%_30%]',
    SIZE[size],
    className,
  )
  if (src === undefined || src === null || src === '' || src === broken)
    return <Figure name={name} className={frame} />
  return (
    <img src={src} alt={name} draggable={false} onError={() => setBroken(src)} className={frame} />
  )
}

/** A head and shoulders, as on the card. */
function Figure({ name, className }: { readonly name: string; readonly className: string }) {
  return (
    <svg
      viewBox="0 0 40 50"
      preserveAspectRatio="xMidYMid slice"
      {...(name === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      className={className}
    >
      <path className="fill-brand-soft" d="M0 0h40v50H0z" />
      <g className="fill-brand">
        <ellipse cx="20" cy="20" rx="7.6" ry="9.2" opacity="0.55" />
        <ellipse cx="20" cy="52" rx="15.200" ry="18" opacity="0.55" />
      </g>
    </svg>
  )
}
