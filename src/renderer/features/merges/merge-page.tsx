import { useQuery } from '@tanstack/react-query'
import { Merge } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { compareMembers, mergeMembers, type MergeCandidate } from '#shared/contract/merges.ts'
import type { MergeChoice } from '#shared/domain/access/merge-rules.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { bareCardId, cardId } from '#shared/domain/people/member-id.ts'
import { dashboardPath, type StaffRole } from '#shared/domain/people/roles.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { focusFault } from '../../ui/field/focus-fault.ts'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useStepUp } from '../../ui/step-up/use-step-up.tsx'
import { choicesThatDiffer, takenFrom, usualChoice, usualStay } from './choices.ts'
import { FieldChoices } from './field-choices.tsx'
import { Follows } from './follows.tsx'
import { Doubts, NumberChoice, Refusals } from './number-choice.tsx'

const REASON_MAX = 500

type Comparison = Reply<typeof compareMembers>

/** Where the list of users of the caller is. */
function useUsersPath(): string {
  const session = useSession()
  const role = session.state === 'authenticated' ? session.user.role : 'member'
  return `${dashboardPath(role as StaffRole)}/users` // the guard lets only staff open the page
}

/** A record and another one of the same person; which one, is asked first where the address does not say it. */
export function MergePage() {
  const { t } = useTranslation(['merges', 'memberFields', 'registrationRequests'])
  const { id = '', other } = useParams()
  const users = useUsersPath()
  return (
    <StaffPage
      title={t('title')}
      back={{ to: `${users}/${id}`, label: t('back') }}
      lead={t('lead')}
    >
      {other === undefined ? (
        <SecondRecord id={id} users={users} />
      ) : (
        <Compared key={`${id} ${other}`} id={id} other={other} users={users} />
      )}
    </StaffPage>
  )
}

function SecondRecord({ id, users }: { readonly id: string; readonly users: string }) {
  const { t } = useTranslation('merges')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const number = parseMemberNumber(typed)
    if (number === undefined || number === parseMemberNumber(id)) {
      setFault(t('second.fault'))
      focusFault(event.currentTarget)
    } else void navigate(`${users}/${id}/merge/${cardId(number)}`)
  }
  return (
    <Section title={t('second.title')} lead={t('second.text', { card: bareCardId(id) })}>
      <form className="grid max-w-md gap-4" onSubmit={send} noValidate>
        <TextField
          label={t('second.label')}
          error={fault}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={24}
          required
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setFault(undefined)
          }}
        />
        <Button type="submit" className="justify-self-start">
          {t('second.submit')}
        </Button>
      </form>
    </Section>
  )
}

interface ComparedProps {
  readonly id: string
  readonly other: string
  readonly users: string
}

function Compared({ id, other, users }: ComparedProps) {
  const { t } = useTranslation('merges')
  const query = useQuery({
    ...readQuery(['merges', id, other], compareMembers, { params: { id, other } }),
    // Each look is a line in the log.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <Loaded
      query={query}
      failure={t('failed')}
      skeleton={
        <div className="grid gap-4">
          <Skeleton className="h-60" />
          <Skeleton className="h-80" />
        </div>
      }
    >
      {(comparison) => (
        <Choosing
          key={query.dataUpdatedAt}
          comparison={comparison}
          users={users}
          onReload={() => void query.refetch()}
        />
      )}
    </Loaded>
  )
}

interface ChoosingProps {
  readonly comparison: Comparison
  readonly users: string
  readonly onReload: () => void
}

function Choosing({ comparison, ...ways }: ChoosingProps) {
  const [older, younger] = comparison.records
  if (older === undefined || younger === undefined) return null
  return <Chosen older={older} younger={younger} comparison={comparison} {...ways} />
}

interface ChosenProps extends ChoosingProps {
  readonly older: MergeCandidate
  readonly younger: MergeCandidate
}

function Chosen({ older, younger, comparison, users, onReload }: ChosenProps) {
  const [staysId, setStays] = useState(usualStay(older, younger))
  const [picked, setPicked] = useState<Partial<Record<MergeChoice, string>>>({})
  const [stays, ends] = staysId === older.cardId ? [older, younger] : [younger, older]
  const differing = choicesThatDiffer(older, younger)
  const chosen = (choice: MergeChoice): string =>
    picked[choice] ?? usualChoice(older, younger, choice)
  return (
    <>
      <Doubts older={older} younger={younger} sharedEvents={comparison.sharedEvents} />
      <NumberChoice older={older} younger={younger} stays={staysId} onChange={setStays} />
      {stays.refusals.length > 0 ? (
        <Refusals stays={stays} />
      ) : (
        <>
          <FieldChoices
            records={[older, younger]}
            differing={differing}
            chosen={chosen}
            onChoose={(choice, card) => setPicked({ ...picked, [choice]: card })}
          />
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <Follows stays={stays} ends={ends} undoUntil={comparison.undoUntil} />
            <Act
              stays={stays}
              ends={ends}
              take={takenFrom(ends.cardId, differing, chosen)}
              users={users}
              onReload={onReload}
            />
          </div>
        </>
      )}
    </>
  )
}

interface ActProps extends Pick<ChoosingProps, 'users' | 'onReload'> {
  readonly stays: MergeCandidate
  readonly ends: MergeCandidate
  readonly take: readonly MergeChoice[]
}

function Act({ stays, ends, take, users, onReload }: ActProps) {
  const { t } = useTranslation(['merges', 'problems'])
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const stepUp = useStepUp(t('act.stepUpTitle'), t('act.stepUpWhy'))
  const merge = useCall(async () => {
    const result = await stepUp.guard(() =>
      ask(mergeMembers, {
        body: {
          stays: stays.cardId,
          ends: ends.cardId,
          take: [...take],
          reason,
          seen: { stays: stays.updatedAt, ends: ends.updatedAt },
        },
      }),
    )
    if (result.kind === 'cancelled') return
    toast.success(t('act.done', { card: bareCardId(stays.cardId) }))
    await queryClient.invalidateQueries()
    void navigate(`${users}/${stays.cardId}`)
  })
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (reason.trim() === '') {
      setFault(t('act.reasonFault'))
      focusFault(event.currentTarget)
    } else void merge.run()
  }
  const isOvertaken = merge.failure?.problem?.code === 'conflict'
  return (
    <Section title={t('act.submit')}>
      <form className="grid max-w-2xl gap-4" onSubmit={send} noValidate>
        <TextArea
          label={t('act.reason')}
          hint={t('act.reasonHint')}
          error={fault}
          required
          rows={2}
          maxChars={REASON_MAX}
          maxLength={REASON_MAX}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value)
            setFault(undefined)
          }}
        />
        {merge.notice !== undefined && (
          <Notice
            tone="danger"
            title={t('act.failed')}
            action={
              isOvertaken ? (
                <Button variant="secondary" onClick={onReload}>
                  {t('act.again')}
                </Button>
              ) : undefined
            }
          >
            {merge.notice}
          </Notice>
        )}
        <Button
          type="submit"
          variant="danger"
          busy={merge.busy}
          className="justify-self-start"
          icon={<Merge aria-hidden="true" size={18} />}
        >
          {t('act.submit')}
        </Button>
      </form>
      {stepUp.dialog}
    </Section>
  )
}
