import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../../ui/cx.ts'
import { focusSection } from './focus-field.ts'
import { useProgress } from '../steps/progress.tsx'
import { SECTIONS } from './sections.ts'

/** Beside the form on a wide screen: all parts, with a mark for complete ones, and a link to each. */
export function SectionNav() {
  const { t } = useTranslation('registration')
  const { complete } = useProgress()
  return (
    <nav aria-label={t('progress.sections')} className="sticky top-24 hidden self-start lg:block">
      <ol className="grid gap-0.5 border-s border-line">
        {SECTIONS.map(({ id }) => {
          const done = complete.has(id)
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => focusSection(id)}
                className="flex min-h-11 w-full items-center gap-2.5 rounded-e-md ps-3 pe-2 text-start text-sm hover:bg-sunken"
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    'grid size-5 shrink-0 place-items-center rounded-full border',
                    done ? 'border-brand bg-brand text-on-brand' : 'border-line-strong',
                  )}
                >
                  {done && <Check size={13} strokeWidth={3} />}
                </span>
                <span className={done ? 'text-muted' : 'font-semibold'}>
                  {t(`sections.${id}.title`)}
                  {done && <span className="sr-only"> ({t('progress.complete')})</span>}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
