import type { ComponentProps } from 'react'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { createMediaQuery } from '../../ui/use-media-query.ts'

/** Tailwind's `sm`. */
const useWide = createMediaQuery('(min-width: 40rem)', true)

/** A part of the profile that is seldom needed. On a phone its line says the value: open, all of them are seven screens long. */
export function ProfileFold({ open = false, ...rest }: ComponentProps<typeof FoldedSection>) {
  const wide = useWide()
  return <FoldedSection {...rest} open={wide || open} />
}
