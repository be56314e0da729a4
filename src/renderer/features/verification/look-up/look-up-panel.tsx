import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundMember } from '#shared/contract/schemas.ts'
import { searchUser } from '#shared/contract/users.ts'
import { ask } from '../../../platform/api.ts'
import { LookUpForm } from './look-up-form.tsx'
import { SearchTrouble } from './search-trouble.tsx'
import { peopleOf, type SearchQuery, searchBody } from './search-query.ts'

interface LookUpPanelProps {
  readonly onFound: (people: readonly FoundMember[]) => void
}

/** Finds a person without their card. The fields are kept whatever the answer is. */
export function LookUpPanel({ onFound }: LookUpPanelProps) {
  const { t } = useTranslation('search')
  const [searches, setSearches] = useState(0)
  const search = useMutation({
    mutationFn: async (query: SearchQuery) =>
      peopleOf(await ask(searchUser, { body: searchBody(query) })),
    // A list of people is not kept a moment longer than it is shown.
    gcTime: 0,
    onMutate: () => setSearches((count) => count + 1),
  })
  // Given to the call, not to the hook: an answer that comes after the fields were changed opens nothing.
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
