import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState, type FormEvent, useRef, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundMember } from '#shared/contract/base/schemas.ts'
import { searchUser } from '#shared/contract/users.ts'
import { ask } from '../../../platform/calls/api.ts'
import { CallFailure, messageKeyOf } from '../../../platform/calls/call-failure.ts'
import { Button } from '../../../ui/button/button.tsx'
import { errorText } from '../../../ui/call/form-problems.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { peopleOf, type SearchQuery, searchBody, BLANK_QUERY, isBlank } from './search-query.ts'

/** Why no person is shown: no match (no error), a refusal of the server, or no response. */
function SearchTrouble({ error }: { readonly error: Error | null }) {
  const place = useRef<HTMLDivElement>(null)
  // On a phone it would appear below the edge of the screen, under the keyboard.
  useEffect(() => {
    // In a block: newer browsers return a promise, which is no clean-up.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="scroll-my-4 pt-4">
      <LookUpTrouble error={error} />
    </div>
  )
}

function LookUpTrouble({ error }: { readonly error: Error | null }) {
  const { t } = useTranslation(['lookUp', 'problems'])
  if (error === null)
    return (
      <Notice tone="warning" title={t('errors.noUserFound')}>
        {t('errors.noUserFoundHelp')}
      </Notice>
    )
  const problem = error instanceof CallFailure ? error.problem : undefined
  if (problem === undefined)
    return (
      <Notice tone="danger" title={t('errors.failedSearch')}>
        {messageKeyOf(error) === 'offline' ? t('errors.genericError') : errorText(t, error)}
      </Notice>
    )
  const waitS = error instanceof CallFailure ? error.retryAfterS : undefined
  return (
    <Notice tone="danger" title={t('errors.failedSearch')}>
      {waitS === undefined ? t(`problems:${problem.code}`) : t('errors.wait', { count: waitS })}
      {problem.status >= 500 && problem.requestId !== '' && (
        <p className="text-sm text-muted">{t('problems:reference', { id: problem.requestId })}</p>
      )}
    </Notice>
  )
}

interface LookUpFormProps {
  readonly busy: boolean
  readonly onSearch: (query: SearchQuery) => void
  /** The fields changed, so the last result no longer belongs to them. */
  readonly onEdit: () => void
}

const FIELDS = [
  { name: 'id', hint: 'idHint', type: 'text', inputMode: 'text', maxLength: 24 },
  { name: 'email', hint: undefined, type: 'email', inputMode: 'email', maxLength: 254 },
  { name: 'phone', hint: 'phoneHint', type: 'tel', inputMode: 'tel', maxLength: 24 },
] as const satisfies readonly {
  readonly name: keyof SearchQuery
  readonly [more: string]: unknown
}[]

function LookUpForm({ busy, onSearch, onEdit }: LookUpFormProps) {
  const { t } = useTranslation('lookUp')
  const [query, setQuery] = useState(BLANK_QUERY)
  const first = useRef<HTMLInputElement>(null)

  function change(next: SearchQuery): void {
    setQuery(next)
    onEdit()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isBlank(query) && !busy) onSearch(query)
  }
  function clear(): void {
    change(BLANK_QUERY)
    first.current?.focus()
  }

  return (
    // noValidate: the server validates, and a message of the browser would be in another language.
    <form noValidate onSubmit={submit} autoComplete="off" className="grid gap-3">
      {FIELDS.map(({ name, hint, ...input }, index) => (
        <TextField
          key={name}
          {...input}
          ref={index === 0 ? first : undefined}
          name={`look-up-${name}`}
          label={t(name)}
          hint={hint && t(hint)}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          value={query[name]}
          onChange={(event) => change({ ...query, [name]: event.target.value })}
        />
      ))}
      <div className="mt-1 flex flex-wrap gap-3">
        <Button
          type="submit"
          disabled={isBlank(query)}
          busy={busy}
          icon={<Search aria-hidden="true" size={20} />}
          className="grow"
        >
          {t(busy ? 'submitting' : 'submit')}
        </Button>
        <Button variant="quiet" disabled={isBlank(query)} onClick={clear}>
          {t('clear')}
        </Button>
      </div>
    </form>
  )
}

interface LookUpPanelProps {
  readonly onFound: (people: readonly FoundMember[]) => void
}

/** Finds a person without their card. The fields are kept whatever the result is. */
export function LookUpPanel({ onFound }: LookUpPanelProps) {
  const { t } = useTranslation('lookUp')
  const [searches, setSearches] = useState(0)
  const search = useMutation({
    mutationFn: async (query: SearchQuery) =>
      peopleOf(await ask(searchUser, { body: searchBody(query) })),
    // A list of people is not kept after it is no longer shown.
    gcTime: 0,
    onMutate: () => setSearches((count) => count + 1),
  })
  // Given to the call, not to the hook: a response that comes after the fields were changed opens nothing.
  const start = (query: SearchQuery): void =>
    search.mutate(query, { onSuccess: (people) => void (people.length > 0 && onFound(people)) })
  const nobody = search.isSuccess && search.data.length === 0
  return (
    <section
      aria-labelledby="look-up-title"
      className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 id="look-up-title" className="text-xl headline">
        {t('title')}
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">{t('lead')}</p>
      <LookUpForm busy={search.isPending} onSearch={start} onEdit={search.reset} />
      {(nobody || search.isError) && <SearchTrouble key={searches} error={search.error} />}
    </section>
  )
}
