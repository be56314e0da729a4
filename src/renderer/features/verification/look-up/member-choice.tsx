import { useTranslation } from 'react-i18next'
import { bareCardId } from '#shared/domain/member-id.ts'
import type { FoundMember } from '#shared/contract/schemas.ts'
import { fullName } from '#shared/domain/person-name.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'

interface MemberChoiceProps {
  readonly people: readonly FoundMember[]
  readonly chosen: string
  readonly onChoose: (cardId: string) => void
}

export function MemberChoice({ people, chosen, onChoose }: MemberChoiceProps) {
  const { t } = useTranslation('search')
  return (
    <fieldset className="mb-5">
      <legend className="mb-2">
        <strong>{t('found', { count: people.length })}.</strong> {t('choose')}
      </legend>
      <div className="grid gap-2">
        {people.map((member) => (
          <label
            key={member.cardId}
            className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line-strong px-3 py-2 has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              name="found-member"
              checked={member.cardId === chosen}
              onChange={() => onChoose(member.cardId)}
              className="size-5 shrink-0 accent-brand"
            />
            <span className="min-w-0 grow font-semibold wrap-anywhere">
              <Auto>{fullName(member)}</Auto>
            </span>
            <Ltr className="text-sm text-muted">{bareCardId(member.cardId)}</Ltr>
            <StatusBadge status={member.status} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
