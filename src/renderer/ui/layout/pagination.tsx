import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { cx } from '../cx.ts'
import { pageWindow } from './page-window.ts'

export interface PaginationProps {
  readonly page: number
  readonly pages: number
  /** What is paged through: the name of the navigation. */
  readonly label: string
  readonly onChange: (page: number) => void
}

const BUTTON =
  'inline-grid min-h-11 min-w-11 place-items-center rounded-md border px-2 font-semibold transition-colors'
const IDLE =
  'border-line-strong bg-surface hover:not-disabled:border-brand hover:not-disabled:text-brand disabled:border-line disabled:text-muted'

/** Previous, numbers, next. Nothing where there is one page only. */
export function Pagination({ page, pages, label, onChange }: PaginationProps) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  if (pages <= 1) return null
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-1.5">
        <li>
          <button
            type="button"
            className={cx(BUTTON, IDLE)}
            disabled={page <= 1}
            onClick={() => onChange(page - 1)}
            aria-label={t('pages.previous')}
            title={t('pages.previous')}
          >
            <ChevronLeft aria-hidden="true" size={20} className="mirror" />
          </button>
        </li>
        {pageWindow(page, pages).map((mark, index) => (
          <li key={mark === 'gap' ? `gap-${index}` : mark}>
            {mark === 'gap' ? (
              <span
                aria-hidden="true"
                className="inline-grid min-h-11 min-w-6 place-items-center text-muted"
              >
                …
              </span>
            ) : (
              <button
                type="button"
                aria-label={t('pages.number', { number: format.number(mark) })}
                aria-current={mark === page ? 'page' : undefined}
                className={cx(BUTTON, mark === page ? 'border-brand bg-brand text-on-brand' : IDLE)}
                onClick={() => onChange(mark)}
              >
                {format.number(mark)}
              </button>
            )}
          </li>
        ))}
        <li>
          <button
            type="button"
            className={cx(BUTTON, IDLE)}
            disabled={page >= pages}
            onClick={() => onChange(page + 1)}
            aria-label={t('pages.next')}
            title={t('pages.next')}
          >
            <ChevronRight aria-hidden="true" size={20} className="mirror" />
          </button>
        </li>
      </ul>
    </nav>
  )
}
