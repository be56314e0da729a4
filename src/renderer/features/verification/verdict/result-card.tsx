import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { TONES, type Tone } from './looks.ts'

interface ResultCardProps {
  readonly tone: Tone
  readonly Icon: LucideIcon
  readonly word: string
  /** What the word stands for, under it. */
  readonly detail?: string | undefined
  /** Small print beside the word. */
  readonly aside?: string
  /** Leaves room at the end of the band, where the small camera picture lies from 640 px on. */
  readonly withPreview: boolean
  readonly children: ReactNode
  readonly action?: ReactNode
  readonly onNext: () => void
}

/** Frame of every result of a card: a band with a word that is legible from two metres, and the details. */
export function ResultCard({
  tone,
  Icon,
  word,
  detail,
  aside,
  withPreview,
  children,
  action,
  onNext,
}: ResultCardProps) {
  const { t } = useTranslation('verification')
  return (
    <div className={cx('flex grow animate-rise flex-col rounded-lg p-[3px]', TONES[tone].solid)}>
      <div
        className={cx(
          'flex items-center gap-3 px-4 py-3 sm:min-h-30 sm:gap-5 sm:px-6',
          withPreview && 'sm:pe-52',
        )}
      >
        <Icon aria-hidden="true" className="size-12 shrink-0 sm:size-18" strokeWidth={2.25} />
        <div className="min-w-0">
          <p className="text-[2.5rem] leading-tight font-bold sm:text-[4rem] sm:leading-none">
            {word}
          </p>
          {detail !== undefined && (
            <p className="text-xl leading-snug font-bold wrap-anywhere sm:mt-1 sm:text-3xl">
              {detail}
            </p>
          )}
          {aside !== undefined && <p className="text-sm sm:mt-1">{aside}</p>}
        </div>
      </div>
      <div className="flex grow flex-col overflow-hidden rounded-b-[11px] bg-surface text-ink">
        {children}
        <div className="mt-auto flex flex-wrap items-center justify-end gap-3 p-4 sm:px-6">
          <p className="grow basis-0 text-sm text-muted max-sm:hidden">{t('stage.nextHint')}</p>
          {action}
          <Button variant="secondary" onClick={onNext} className="max-sm:grow">
            {t('stage.next')}
          </Button>
        </div>
      </div>
    </div>
  )
}
