import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardId as asCardId, parseMemberNumber } from '#shared/domain/member-id.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { useDoor } from './use-attendance.ts'

interface HandCheckInProps {
  readonly door: ReturnType<typeof useDoor>
  readonly nameOf: (cardId: string) => string
  readonly onRecorded: (made: {
    readonly name: string
    readonly cardId: string
    readonly checkInId: string
  }) => void
}

/** For a member who comes without being on the list, or whose card no camera reads. */
export function HandCheckIn({ door, nameOf, onRecorded }: HandCheckInProps) {
  const { t } = useTranslation('staffEvents')
  const [number, setNumber] = useState('')
  const [fault, setFault] = useState<string>()
  const submit = (): void => {
    const member = parseMemberNumber(number.trim())
    if (member === undefined) {
      setFault(t('door.noNumber'))
      return
    }
    const id = asCardId(member)
    door.mutate(
      { cardId: id },
      {
        onSuccess: ({ result, checkInId }) => {
          if (result === 'unknown-member') {
            setFault(t('door.unknown-member'))
            return
          }
          setNumber('')
          onRecorded({ name: nameOf(id), cardId: id, checkInId })
          announce(t(`door.${result}`, { name: nameOf(id) }))
        },
      },
    )
  }
  return (
    <form
      noValidate
      aria-label={t('door.byNumber')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!door.isPending) submit()
      }}
      className="flex flex-wrap items-start gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <TextField
        label={t('door.byNumber')}
        hint={t('door.byNumberHint')}
        error={fault}
        value={number}
        dir="ltr"
        autoComplete="off"
        className="min-w-56 grow"
        onChange={({ target }) => {
          setNumber(target.value)
          setFault(undefined)
        }}
      />
      <Button
        type="submit"
        variant="secondary"
        busy={door.isPending}
        className="sm:mt-8"
        icon={<UserCheck aria-hidden="true" size={18} />}
      >
        {t('door.checkIn')}
      </Button>
    </form>
  )
}
