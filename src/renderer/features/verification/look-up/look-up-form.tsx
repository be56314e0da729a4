import { Search } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { BLANK_QUERY, isBlank, type SearchQuery } from './search-query.ts'

interface LookUpFormProps {
  readonly busy: boolean
  readonly onSearch: (query: SearchQuery) => void
  /** The fields changed, so the last answer no longer belongs to them. */
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

export function LookUpForm({ busy, onSearch, onEdit }: LookUpFormProps) {
  const { t } = useTranslation('search')
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
    // noValidate: the server decides what it knows; a bubble of the browser would speak another language.
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
