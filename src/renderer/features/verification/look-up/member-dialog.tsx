import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundMember } from '#shared/contract/schemas.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { MemberChoice } from './member-choice.tsx'
import { MemberDetails } from './member-details.tsx'

interface MemberDialogProps {
  readonly people: readonly FoundMember[]
  readonly open: boolean
  readonly onClose: () => void
}

/** Whom the search found. When the fields belong to several people the first is shown and the others are offered. */
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
