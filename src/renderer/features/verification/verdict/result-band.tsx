import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import { wordSize } from './fitted-text.ts'
import { TONES, type Tone } from './looks.ts'

interface ResultBandProps {
  readonly tone: Tone
  readonly Icon: LucideIcon
  readonly word: string
  /** At most as large: a band beside other things is lower than a whole screen. */
  readonly maxRem: number
  readonly className?: string
  /** Under the word. */
  readonly children?: ReactNode
}

/** The head of every result: the pattern of its tone, and its word in one line, as large as the width allows. */
export function ResultBand({ tone, Icon, word, maxRem, className, children }: ResultBandProps) {
  return (
    <>
      <div aria-hidden="true" className={cx('h-3 shrink-0', TONES[tone].edge)} />
      <div className={cx('flex items-center gap-3 sm:gap-5', className)}>
        <Icon aria-hidden="true" className="size-10 shrink-0 sm:size-16" strokeWidth={2.25} />
        <div className="@container min-w-0 grow">
          <p
            data-word
            style={wordSize(word, maxRem)}
            className="leading-tight font-bold [&:lang(ar)]:leading-[1.5]"
          >
            {word}
          </p>
          {children}
        </div>
      </div>
    </>
  )
}
