import { Check, ChevronDown, Globe, Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguage, LANGUAGES } from '#shared/domain/text/languages.ts'
import { changeLanguage } from '../../i18n/i18n.ts'
import { LANGUAGE_NAMES } from '../../i18n/language-store.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { cx } from '../../ui/cx.ts'
import { Disclosure, DisclosureButton, DisclosurePanel } from '../../ui/layout/disclosure.tsx'
import { setTheme, type Theme, THEMES, useTheme } from '../../ui/theme.ts'

const THEME_ICON = { light: Sun, dark: Moon, system: Monitor } as const

/** The browser's own select: on a phone it opens the list that people know, in every script. */
export function LanguageSelect({ block = false }: { readonly block?: boolean }) {
  const { t } = useTranslation('common')
  const language = useLanguage()
  const id = useId()
  return (
    <div className={cx(block && 'grid content-start gap-1.5')}>
      <label htmlFor={id} className={block ? 'text-sm font-semibold text-muted' : 'sr-only'}>
        {t('language.label')}
      </label>
      <div className="relative">
        <Globe
          aria-hidden="true"
          size={20}
          className={cx(
            'pointer-events-none absolute inset-y-0 my-auto text-muted',
            block ? 'start-3' : 'start-2',
          )}
        />
        <select
          id={id}
          value={language}
          onChange={({ target: { value } }) => {
            if (isLanguage(value)) void changeLanguage(value)
          }}
          className={cx(
            'min-h-11 appearance-none rounded-md font-semibold hover:bg-sunken',
            language !== 'ar' && 'font-latin',
            block ? 'w-full border border-line-strong ps-10 pe-9' : 'ps-9 pe-2',
          )}
        >
          {LANGUAGES.map((code) => (
            <option key={code} value={code} lang={code}>
              {LANGUAGE_NAMES[code]}
            </option>
          ))}
        </select>
        {block && (
          <ChevronDown
            aria-hidden="true"
            size={18}
            className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
          />
        )}
      </div>
    </div>
  )
}

/** Three choices side by side, for the mobile menu. */
export function ThemeChoice() {
  const { t } = useTranslation('common')
  const theme = useTheme()
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-semibold text-muted">{t('theme.label')}</legend>
      <div className="grid grid-cols-[1fr_1fr_minmax(33%,auto)] overflow-hidden rounded-md border border-line-strong">
        {THEMES.map((option) => (
          <ThemeOption key={option} option={option} chosen={option === theme} />
        ))}
      </div>
    </fieldset>
  )
}

function ThemeOption({ option, chosen }: { readonly option: Theme; readonly chosen: boolean }) {
  const { t } = useTranslation('common')
  const Icon = THEME_ICON[option]
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => setTheme(option)}
      className={cx(
        'grid min-h-14 content-center justify-items-center gap-1 px-2 text-xs font-semibold',
        '-outline-offset-3 not-first:border-s not-first:border-line-strong',
        chosen ? 'bg-brand-soft text-brand' : 'hover:bg-sunken',
      )}
    >
      <Icon aria-hidden="true" size={18} />
      {t(`theme.${option}`)}
    </button>
  )
}

/** The same behind one icon, for the wide header. */
export function ThemeMenu() {
  const { t } = useTranslation('common')
  const theme = useTheme()
  const Icon = THEME_ICON[theme]
  return (
    <Disclosure className="relative">
      <DisclosureButton
        aria-label={t('theme.label')}
        title={t('theme.label')}
        className="inline-grid size-11 place-items-center rounded-md hover:bg-sunken"
      >
        <Icon aria-hidden="true" size={21} />
      </DisclosureButton>
      <DisclosurePanel className="absolute end-0 top-full mt-2 min-w-52 animate-rise rounded-md border border-line bg-raised p-1 shadow-float">
        <ul>
          {THEMES.map((option) => {
            const OptionIcon = THEME_ICON[option]
            return (
              <li key={option}>
                <button
                  type="button"
                  aria-pressed={option === theme}
                  onClick={() => setTheme(option)}
                  className="flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-start hover:bg-sunken"
                >
                  <OptionIcon aria-hidden="true" size={18} className="text-muted" />
                  <span className="grow">{t(`theme.${option}`)}</span>
                  {option === theme && (
                    <Check aria-hidden="true" size={18} className="text-brand" />
                  )}
                </button>
              </li>
            )
          })}
        </ul>
      </DisclosurePanel>
    </Disclosure>
  )
}
