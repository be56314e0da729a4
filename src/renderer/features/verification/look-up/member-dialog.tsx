import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundMember } from '#shared/contract/schemas.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { MemberDetails } from './member-details.tsx'
import { bareCardId } from '#shared/domain/member-id.ts'
import { fullName } from '#shared/domain/person-name.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { StatusBadge } from '../../../ui/feedback/badge.tsx'

interface MemberChoiceProps {
  readonly people: readonly FoundMember[]
  readonly chosen: string
  readonly onChoose: (cardId: string) => void
}

function MemberChoice({ people, chosen, onChoose }: MemberChoiceProps) {
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

interface MemberDialogProps {
  readonly people: readonly FoundMember[]
  readonly open: boolean
  readonly onClose: () => void
}

/** The person that the search found. When several match, the first is shown and the others are offered. */
export function MemberDialog({ people, open, onClose }: MemberDialogProps) {
  const { t } = useTranslation('search')
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const member = people.find(({ cardId }) => cardId === chosen) ?? people[0]
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('details.title')}
      size="lg"
    >
      {people.length > 1 && member !== undefined && (
        <MemberChoice people={people} chosen={member.cardId} onChoose={setChosen} />
      )}
      {member !== undefined && <MemberDetails key={member.cardId} member={member} />}
    </Dialog>
  )
}
