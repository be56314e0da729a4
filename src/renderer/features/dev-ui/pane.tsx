import { DirectionProvider } from '@base-ui/react/direction-provider'
import { type ReactNode, Suspense, use, useEffect } from 'react'
import { I18nextProvider } from 'react-i18next'
import { type Language, textDirection } from '#shared/domain/languages.ts'
import { LanguageBooks } from './language-books.ts'
import { Spinner } from '../../ui/spinner.tsx'

export const PANES = ['en-light', 'ar-light', 'en-dark', 'ar-dark', 'fr-light', 'fr-dark'] as const
export type PaneName = (typeof PANES)[number]

const read = (
  name: PaneName,
): { readonly language: Language; readonly theme: 'light' | 'dark' } => {
  const [language, theme] = name.split('-') as [Language, 'light' | 'dark'] // by the type of the name
  return { language, theme }
}

interface PaneProps {
  readonly name: PaneName
  readonly children: ReactNode
}

/** One language and theme on a part of the page. What floats (lists, dialogs) stands outside it: look at one alone. */
export function Pane({ name, children }: PaneProps) {
  const { language, theme } = read(name)
  return (
    <div
      lang={language}
      dir={textDirection(language)}
      data-theme={theme}
      className={`${theme === 'dark' ? 'scheme-dark' : 'scheme-light'} min-w-0 overflow-hidden rounded-md border border-line bg-canvas p-4 font-sans text-base text-ink`}
    >
      <Suspense fallback={<Spinner />}>
        <InLanguage language={language}>{children}</InLanguage>
      </Suspense>
    </div>
  )
}

function InLanguage({
  language,
  children,
}: {
  readonly language: Language
  readonly children: ReactNode
}) {
  const books = use(LanguageBooks)
  return (
    <I18nextProvider i18n={books[language]}>
      <DirectionProvider direction={textDirection(language)}>{children}</DirectionProvider>
    </I18nextProvider>
  )
}

/** Lets the whole document follow one pane, so that lists and dialogs are seen in it as well. */
export function useDocumentAs(name: PaneName | undefined): void {
  useEffect(() => {
    const { documentElement: root } = document
    const before = { lang: root.lang, dir: root.dir, theme: root.dataset['theme'] ?? 'light' }
    const { language, theme } = read(name ?? 'en-light')
    root.dataset['theme'] = theme
    if (name !== undefined) Object.assign(root, { lang: language, dir: textDirection(language) })
    return () => {
      Object.assign(root, { lang: before.lang, dir: before.dir })
      root.dataset['theme'] = before.theme
    }
  }, [name])
}
