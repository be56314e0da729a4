import { ArrowDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useFaultyFields } from './fault-summary.tsx'
import { focusField } from './focus-field.ts'
import { useProgress } from './progress.tsx'
import { stepAddress } from './steps.ts'

/** Always at hand: how much is done, the way to the next fault, and the way on. */
export function SaveBar({ busy }: { readonly busy: boolean }) {
  const { t } = useTranslation('registration')
  const { done, of } = useProgress()
  const [next] = useFaultyFields()
  return (
    <div className="sticky bottom-0 z-20 -mx-4 border-t border-line bg-raised px-4 py-2.5 shadow-float sm:mx-0 sm:rounded-t-lg sm:border-x sm:px-5">
      <div aria-hidden="true" className="absolute inset-x-0 -top-px h-1 bg-line">
        <div
          className="size-full origin-left bg-brand transition-transform rtl:origin-right"
          style={{ transform: `scaleX(${done / of})` }}
        />
      </div>
      <div className="flex items-center gap-3">
        <p className={cx('me-auto min-w-0 text-sm', next !== undefined && 'max-sm:sr-only')}>
          {t('progress.done', { count: done, of })}
        </p>
        {next !== undefined && (
          <Button
            variant="quiet"
            icon={<ArrowDown aria-hidden="true" size={18} />}
            className="max-sm:-ms-3 max-sm:me-auto max-sm:px-3"
            onClick={() => focusField(next)}
          >
            {t('progress.nextFault')}
          </Button>
        )}
        <LinkButton to={stepAddress('code')} variant="secondary" className="max-sm:hidden">
          {t('back')}
        </LinkButton>
        <Button type="submit" busy={busy}>
          {t('saveAndGoOn')}
        </Button>
      </div>
    </div>
  )
}
