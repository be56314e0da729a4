import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { TONES, type Tone } from '../result/looks.ts'
import { ResultBand } from './result-band.tsx'

interface ResultCardProps {
  readonly tone: Tone
  readonly Icon: LucideIcon
  readonly word: string
  /** Under the word: what staff do, and when the card came in before. */
  readonly detail?: ReactNode
  /** The camera runs. Leaves room where its small picture lies: at the end of the band, on a phone beside the button. */
  readonly withPreview: boolean
  readonly children: ReactNode
  readonly action?: ReactNode
  /** False where the card at hand has an action of its own that comes first, and takes the room for it. */
  readonly nextIsMain: boolean
  readonly onNext: () => void
}

/**
 * On a phone the check-in and the next card share a row while nothing else is said there: a second row lay over the reason of
 * the verdict.
 */
const ONE_ROW =
  'max-sm:has-[>div>div>button:only-child]:grid max-sm:has-[>div>div>button:only-child]:grid-cols-[2fr_1fr] max-sm:has-[>div>div>button:only-child]:[&:lang(ar)]:grid-cols-[minmax(0,1fr)_auto] max-sm:items-stretch max-sm:gap-2 max-sm:has-[>div>div>button:only-child]:[&_button]:px-2 max-sm:has-[>div>div>button:only-child]:[&_button]:text-base max-sm:has-[>div>div>button:only-child]:[&_button:not([aria-busy])_svg]:hidden'

/** Frame of a result on the verification page: a band with a word that is legible from two metres, and the details. */
export function ResultCard({
  tone,
  Icon,
  word,
  detail,
  withPreview,
  children,
  action,
  nextIsMain,
  onNext,
}: ResultCardProps) {
  const { t } = useTranslation('verification')
  return (
    <div
      data-tone={tone}
      className={cx('flex grow flex-col rounded-lg p-[3px]', TONES[tone].solid)}
    >
      <ResultBand
        tone={tone}
        Icon={Icon}
        word={word}
        className={cx(
          'h-20 px-4 [--word-most:3.5rem] sm:h-28 sm:px-6 sm:[--word-most:4.5rem]',
          withPreview && 'sm:pe-40',
        )}
      />
      {detail !== undefined && (
        <div className="px-4 pb-3 text-lg leading-tight font-bold [&:lang(ar)]:leading-snug max-sm:[@media(max-height:43.75rem)]:text-base sm:px-6 sm:text-[1.5rem] sm:leading-snug 2xl:text-[1.75rem]">
          {detail}
        </div>
      )}
      <div className="flex grow flex-col overflow-clip rounded-b-[11px] bg-surface text-ink">
        {children}
        {/* In view at the lower edge of the window, however long the result is: the next person waits. */}
        <div
          className={cx(
            'sticky bottom-0 mt-auto flex flex-wrap items-center justify-end gap-3 border-t border-line bg-surface px-4 py-2 sm:px-6 sm:py-3',
            withPreview ? 'max-sm:ps-24' : !nextIsMain && ONE_ROW,
          )}
        >
          {/* Beside the small picture a phone has no room for two: the other one stands in a row of its own. */}
          {action === undefined ? (
            withPreview && (
              <p className="grow basis-0 text-sm text-muted max-sm:hidden">{t('stage.nextHint')}</p>
            )
          ) : (
            <div
              className={cx(
                'flex min-w-0 max-sm:grow *:grow',
                nextIsMain ? 'sm:me-auto' : 'sm:grow sm:basis-0',
                withPreview && 'max-sm:-ms-20 max-sm:basis-[calc(100%+5rem)]',
              )}
            >
              {action}
            </div>
          )}
          <Button
            variant={nextIsMain ? 'primary' : 'secondary'}
            onClick={onNext}
            className="max-sm:grow [&:lang(ar)]:whitespace-nowrap"
          >
            {t('stage.next')}
          </Button>
        </div>
      </div>
    </div>
  )
}
