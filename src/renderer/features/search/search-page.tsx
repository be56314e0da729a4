import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import {
  SEARCH_GROUP_MAX,
  SEARCH_TEXT_MAX,
  SEARCH_TEXT_MIN,
} from '#shared/domain/text/site-search.ts'
import { Button } from '../../ui/button/button.tsx'
import { errorText } from '../../ui/call/form-problems.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { TELL_PATH } from './pages.ts'
import { GroupIcon, Marked } from './result-parts.tsx'
import { type HitGroup, type SiteSearch, useSiteSearch } from './use-site-search.ts'

/** The address holds the search, so that it can be sent on and comes back with the browser's back button. */
export function SearchPage() {
  const { t } = useTranslation('search')
  const [parameters] = useSearchParams()
  const q = (parameters.get('q') ?? '').slice(0, SEARCH_TEXT_MAX)
  return (
    <Page title={t('title')} lead={t('lead')}>
      <search>
        <SearchForm key={q} q={q} />
      </search>
      <Results q={q} />
    </Page>
  )
}

function SearchForm({ q }: { readonly q: string }) {
  const { t } = useTranslation('search')
  const [, setParameters] = useSearchParams()
  const [typed, setTyped] = useState(q)
  const [short, setShort] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const isShort = typed.trim().length < SEARCH_TEXT_MIN
    setShort(isShort)
    if (isShort) event.currentTarget.querySelector('input')?.focus()
    else setParameters({ q: typed.trim() })
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <TextField
        className="grow basis-56"
        label={t('label')}
        hint={short ? undefined : t('hint')}
        error={short ? t('hint') : undefined}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={SEARCH_TEXT_MAX}
        dir="auto"
      />
      <Button
        type="submit"
        icon={<Search aria-hidden="true" size={19} />}
        className={short ? 'sm:mt-8 sm:self-start' : ''}
      >
        {t('submit')}
      </Button>
    </form>
  )
}

function Results({ q }: { readonly q: string }) {
  const { t } = useTranslation(['search', 'common', 'problems'])
  const search = useSiteSearch(q, SEARCH_GROUP_MAX)
  const { state, groups, error, retry } = search
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  if (state === 'idle') return null
  return (
    <div className="mt-6 grid gap-8">
      <p aria-live="polite" className="text-sm text-muted">
        {state === 'searching'
          ? t('searching')
          : (state === 'done' || count > 0) && t('found', { count })}
      </p>
      {state === 'partly' && (
        <Notice
          tone="warning"
          title={t('failed')}
          action={
            <Button variant="secondary" onClick={retry}>
              {t('common:retry')}
            </Button>
          }
        >
          <p>{t('partly', { problem: errorText(t, error) })}</p>
        </Notice>
      )}
      {state === 'searching' && count === 0 && <Skeleton className="h-40" />}
      {state === 'done' && count === 0 && (
        <EmptyState icon={<Search size={30} />} title={t('none', { q })}>
          <p>{t('noneHint')}</p>
        </EmptyState>
      )}
      {groups.map((group) => (
        <Group key={group.key} group={group} search={search} />
      ))}
    </div>
  )
}

function Group({
  group: { key, hits, more },
  search: { words },
}: {
  readonly group: HitGroup
  readonly search: SiteSearch
}) {
  const { t } = useTranslation('search')
  return (
    <section aria-labelledby={`group-${key}`}>
      <h2 id={`group-${key}`} className="text-xl headline">
        {t(`groups.${key}`)}
      </h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {hits.map(({ id, to, title, detail, text }) => (
          <li key={id} className="relative flex gap-3 px-1 py-3 hover:bg-sunken">
            <span className="pt-0.5">
              <GroupIcon group={key} />
            </span>
            <div className="grid min-w-0 gap-0.5">
              {/* The whole row is the target; the link's text is what it is called. */}
              <Link
                to={to}
                reloadDocument={to === TELL_PATH}
                className="font-semibold text-brand after:absolute after:inset-0"
              >
                <Marked text={title} words={words} />
              </Link>
              {detail !== undefined && (
                <p className="text-sm text-muted">
                  <Marked text={detail} words={words} />
                </p>
              )}
              {text !== undefined && (
                <p className="line-clamp-2 text-sm">
                  <Marked text={text} words={words} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {more && <p className="mt-2 text-sm text-muted">{t('more')}</p>}
    </section>
  )
}
