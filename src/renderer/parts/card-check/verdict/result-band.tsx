import type { LucideIcon } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import { TONES, type Tone } from '../result/looks.ts'
import { wordSize } from './fitted-text.ts'

interface ResultBandProps {
  readonly tone: Tone
  readonly Icon: LucideIcon
  readonly word: string
  /** Its height, the same for every result, and `--word-most`. */
  readonly className: string
}

/** The head of every result: the pattern of its tone, and its word in one line, as large as the width allows. */
export function ResultBand({ tone, Icon, word, className }: ResultBandProps) {
  return (
    <>
      <div aria-hidden="true" className={cx('h-3 shrink-0', TONES[tone].edge)} />
      <div className={cx('flex shrink-0 items-center gap-3 sm:gap-5', className)}>
        <Icon aria-hidden="true" className="size-10 shrink-0 sm:size-16" strokeWidth={2.25} />
        <div className="@container min-w-0 grow">
          <p
            data-word
            style={wordSize(word)}
            className="leading-tight font-bold [&:lang(ar)]:leading-[1.4]"
          >
            {word}
          </p>
        </div>
      </div>
    </>
  )
}
