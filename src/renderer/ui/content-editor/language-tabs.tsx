import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, LANGUAGES, textDirection } from '#shared/domain/text/languages.ts'
import { LANGUAGE_NAMES } from '../../i18n/language-store.ts'
import { cx } from '../cx.ts'
import type { Completeness } from './written-form.ts'

const MARKS = {
  complete: { Icon: CircleCheck, tone: 'text-success' },
  begun: { Icon: TriangleAlert, tone: 'text-warning' },
  blank: { Icon: CircleDashed, tone: 'text-muted' },
} as const satisfies Record<Completeness, unknown>

interface LanguageTabsProps {
  readonly label: string
  readonly language: Language
  readonly onChange: (language: Language) => void
  readonly stateOf: (language: Language) => Completeness
  /** The fields of the chosen language. */
  readonly children: ReactNode
}

/** One set of fields a language, with a mark that says how far each is. */
export function LanguageTabs({ label, language, onChange, stateOf, children }: LanguageTabsProps) {
  const { t } = useTranslation('contentEditor')
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const along = getComputedStyle(event.currentTarget).direction === 'rtl' ? -step : step
    const next =
      LANGUAGES[(LANGUAGES.indexOf(language) + along + LANGUAGES.length) % LANGUAGES.length] ??
      language
    onChange(next)
    list.current?.querySelector<HTMLElement>(`#words-${next}-tab`)?.focus()
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="grid grid-cols-3 gap-1 rounded-lg bg-sunken p-1"
      >
        {LANGUAGES.map((name) => {
          const { Icon, tone } = MARKS[stateOf(name)]
          const chosen = name === language
          return (
            <button
              key={name}
              type="button"
              role="tab"
              id={`words-${name}-tab`}
              aria-selected={chosen}
              aria-controls={chosen ? `words-${name}` : undefined}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(name)}
              onKeyDown={move}
              className={cx(
                'inline-flex min-h-11 items-center justify-center gap-x-1.5 rounded-md px-1 py-1 font-semibold max-[399px]:text-sm sm:gap-x-2 sm:px-2',
                chosen ? 'bg-surface text-ink shadow-card' : 'text-muted hover:text-ink',
              )}
            >
              <Icon aria-hidden="true" size={18} className={cx('shrink-0', tone)} />
              <span lang={name}>{LANGUAGE_NAMES[name]}</span>
              <span className="sr-only">{t(`state.${stateOf(name)}`)}</span>
            </button>
          )
        })}
      </div>
      {/* The fields are named in the reader's language; what is typed runs in its own. */}
      <div
        id={`words-${language}`}
        role="tabpanel"
        aria-labelledby={`words-${language}-tab`}
        data-direction={textDirection(language)}
        className="mt-4 grid gap-4"
      >
        <p className="text-sm text-muted">{t(`stateHint.${stateOf(language)}`)}</p>
        {/* Each language has inputs of its own: what the browser undoes in one must not come from another. */}
        <Fragment key={language}>{children}</Fragment>
      </div>
    </div>
  )
}
