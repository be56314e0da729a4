import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'

/** Texts of a list in which the filters leave nothing. */
export interface NoMatchTexts {
  readonly title: string
  readonly text: string
  /** Ways out that keep some filters, as buttons. */
  readonly actions?: ReactNode
}

/** Stands where a list would be when its filters leave nothing. */
export function NoMatch({
  title,
  text,
  actions,
  onClear,
}: NoMatchTexts & { readonly onClear: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <EmptyState icon={<SearchX size={30} />} title={title}>
      <p>{text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {actions}
        <Button variant="secondary" onClick={onClear}>
          {t('staff.filter.clear')}
        </Button>
      </div>
    </EmptyState>
  )
}
