import { DirectionProvider } from '@base-ui/react/direction-provider'
import type { i18n } from 'i18next'
/** Every part of the kit in both directions and both themes, side by side. Only in `npm run dev`, at /dev/ui. */
import { useEffect, useState, type ReactNode, Suspense, use, createContext } from 'react'
import { useTranslation, I18nextProvider } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type Language, textDirection } from '#shared/domain/text/languages.ts'
import { PageSpinner, Spinner } from '../../ui/feedback/spinner.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { ACTION_SAMPLES } from './samples/actions.tsx'
import { CHOICE_SAMPLES } from './samples/choices.tsx'
import { FIELD_SAMPLES } from './samples/fields.tsx'
import { MESSAGE_SAMPLES } from './samples/messages.tsx'
import { PHOTO_SAMPLES } from './samples/photos.tsx'
import type { Sample } from './samples/sample.ts'
import { STAFF_SAMPLES } from './samples/staff.tsx'
import { SURFACE_SAMPLES } from './samples/surfaces.tsx'
import { TOKEN_SAMPLES } from './samples/tokens.tsx'

/** A translator for each language, all over the same store of texts. */
type Books = Readonly<Record<Language, i18n>>

const LanguageBooks = createContext<Books>(undefined as unknown as Books) // the page always provides them // the page always provides them

/** Copies of the page's translator that speak another language. */
async function openBooks(page: i18n): Promise<Books> {
  const open = async (language: Language): Promise<i18n> => {
    const copy = page.cloneInstance({ lng: language })
    await copy.loadNamespaces(['common', 'nav', 'problems', 'staffUi', 'ui'])
    return copy
  }
  const [en, ar, fr] = await Promise.all([open('en'), open('ar'), open('fr')])
  return { en, ar, fr }
}

const PANES = ['en-light', 'ar-light', 'en-dark', 'ar-dark', 'fr-light', 'fr-dark'] as const
type PaneName = (typeof PANES)[number]

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
function Pane({ name, children }: PaneProps) {
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
function useDocumentAs(name: PaneName | undefined): void {
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

const GROUPS: Readonly<Record<string, readonly Sample[]>> = {
  Tokens: TOKEN_SAMPLES,
  Actions: ACTION_SAMPLES,
  Fields: FIELD_SAMPLES,
  Choices: CHOICE_SAMPLES,
  Photos: PHOTO_SAMPLES,
  Messages: MESSAGE_SAMPLES,
  Surfaces: SURFACE_SAMPLES,
  Staff: STAFF_SAMPLES,
}
const TOGETHER: readonly PaneName[] = ['en-light', 'ar-light', 'en-dark', 'ar-dark']
const isPane = (value: string | null): value is PaneName => PANES.some((name) => name === value)

export function DevUiPage() {
  const { i18n } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const only = query.get('only')
  const alone = isPane(only) ? only : undefined
  const group = query.get('group')
  const [books, setBooks] = useState<Books>()
  const heading = usePageTitle('Kit')
  useDocumentAs(alone)
  useEffect(() => {
    void openBooks(i18n).then(setBooks)
  }, [i18n])
  if (books === undefined) return <PageSpinner />
  const shown = Object.entries(GROUPS).filter(([name]) => group === null || group === name)
  const choose = (name: 'only' | 'group', value: string | undefined): void => {
    const next = new URLSearchParams(query)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setQuery(next)
  }
  return (
    <LanguageBooks value={books}>
      <div className="grid gap-8 p-4 sm:p-8">
        <header className="grid gap-3" dir="ltr" lang="en">
          <h1 ref={heading} tabIndex={-1} className="text-3xl headline">
            Kit
          </h1>
          <Choice
            name="Pane"
            options={PANES}
            chosen={alone}
            onChoose={(value) => choose('only', value)}
          />
          <Choice
            name="Group"
            options={Object.keys(GROUPS)}
            chosen={group ?? undefined}
            onChoose={(value) => choose('group', value)}
          />
        </header>
        {shown.map(([name, samples]) => (
          <section key={name} className="grid gap-6">
            <h2 className="text-2xl headline">{name}</h2>
            {samples.map((sample) => (
              <Row
                key={sample.name}
                sample={sample}
                panes={alone === undefined ? TOGETHER : [alone]}
              />
            ))}
          </section>
        ))}
      </div>
    </LanguageBooks>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly options: readonly string[]
  readonly chosen: string | undefined
  readonly onChoose: (value: string | undefined) => void
}

function Choice({ name, options, chosen, onChoose }: ChoiceProps) {
  return (
    <label className="flex items-center gap-3">
      <span className="w-16 font-semibold">{name}</span>
      <select
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value)}
        className="min-h-11 rounded-md border border-line-strong bg-surface px-3"
      >
        <option value="">All</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}

function Row({
  sample: { name, Show },
  panes,
}: {
  readonly sample: Sample
  readonly panes: readonly PaneName[]
}) {
  return (
    <article data-sample={name} className="grid gap-2">
      <h3 className="font-semibold" dir="ltr" lang="en">
        {name}
      </h3>
      <div
        className={
          panes.length === 1
            ? 'grid'
            : 'grid grid-cols-[repeat(4,minmax(20rem,1fr))] gap-3 overflow-x-auto'
        }
      >
        {panes.map((pane) => (
          <Pane key={pane} name={pane}>
            <Show />
          </Pane>
        ))}
      </div>
    </article>
  )
}
