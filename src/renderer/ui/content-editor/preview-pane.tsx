import { DirectionProvider } from '@base-ui/react/direction-provider'
import type { i18n } from 'i18next'
import { type MouseEvent, type ReactNode, Suspense, use, useState } from 'react'
import { getI18n, I18nextProvider, useTranslation } from 'react-i18next'
import { type Language, LANGUAGES, textDirection } from '#shared/domain/text/languages.ts'
import { LANGUAGE_NAMES } from '../../i18n/language-store.ts'
import { Button } from '../button/button.tsx'
import { cx } from '../cx.ts'
import { Spinner } from '../feedback/spinner.tsx'

const books = new Map<Language, Promise<i18n>>()

/** A copy of the page's translator for another language, over the same store of texts. */
function bookIn(language: Language, namespaces: readonly string[]): Promise<i18n> {
  const known = books.get(language)
  if (known !== undefined) return known
  const copy = getI18n().cloneInstance({ lng: language })
  const opened = copy.loadNamespaces(['common', 'ui', 'problems', ...namespaces]).then(() => copy)
  books.set(language, opened)
  return opened
}

const pressNothing = (event: MouseEvent): void => {
  event.preventDefault()
  event.stopPropagation()
}

interface PreviewPaneProps {
  readonly language: Language
  readonly onLanguage: (language: Language) => void
  readonly onClose: () => void
  /** The texts that the page shown needs. */
  readonly namespaces: readonly string[]
  readonly children: ReactNode
}

/** The public page as readers of each language will see it. Nothing in it can be pressed: it only shows. */
export function PreviewPane({
  language,
  onLanguage,
  onClose,
  namespaces,
  children,
}: PreviewPaneProps) {
  const { t } = useTranslation('contentEditor')
  const [book] = useState(() => new Map(LANGUAGES.map((name) => [name, bookIn(name, namespaces)])))
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-3">
        <p className="font-semibold">{t('preview.title')}</p>
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">{t('preview.language')}</legend>
          {LANGUAGES.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === language}
              onClick={() => onLanguage(name)}
              className={cx(
                'min-h-11 rounded-md px-4 font-semibold',
                name === language ? 'bg-brand-soft text-brand' : 'text-muted hover:text-ink',
              )}
            >
              <span lang={name}>{LANGUAGE_NAMES[name]}</span>
            </button>
          ))}
        </fieldset>
        <Button variant="secondary" onClick={onClose}>
          {t('preview.close')}
        </Button>
      </div>
      {/* Not inert: users of screen readers must hear the preview too. */}
      <div
        lang={language}
        dir={textDirection(language)}
        onClickCapture={pressNothing}
        className="rounded-lg border border-line bg-canvas p-4 font-sans sm:p-6"
      >
        <Suspense fallback={<Spinner />}>
          <InLanguage key={language} book={book.get(language)} language={language}>
            {children}
          </InLanguage>
        </Suspense>
      </div>
    </div>
  )
}

function InLanguage({
  book,
  language,
  children,
}: {
  readonly book: Promise<i18n> | undefined
  readonly language: Language
  readonly children: ReactNode
}) {
  if (book === undefined) throw new Error(`No translator for ${language}`)
  return (
    <I18nextProvider i18n={use(book)}>
      <DirectionProvider direction={textDirection(language)}>{children}</DirectionProvider>
    </I18nextProvider>
  )
}
