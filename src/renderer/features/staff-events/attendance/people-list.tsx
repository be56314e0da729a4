import { Undo2, UserCheck, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { bareCardId, cardId as asCardId } from '#shared/domain/people/member-id.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { NoMatch } from '../../../ui/loaded/no-match.tsx'
import { pageOf } from '../../../ui/staff/filters/address-filters.ts'
import { FilterBar } from '../../../ui/staff/filters/filter-bar.tsx'
import { useLocalFilters } from '../../../ui/staff/filters/use-local-filters.ts'
import { Pager } from '../../../ui/staff/pager.tsx'
import { type Column, DataTable } from '../../../ui/staff/table/data-table.tsx'
import { useVoicesText, type VoicesOfMember } from '../../../ui/staff/voices.tsx'
import { eventWhen } from '../event-when.ts'
import { type Attender, findPeople, SHOWN } from './attendance-list.ts'
import type { AttendancePhase } from './attendance-phase.ts'
import { HAND_GATE, useDoor } from './use-attendance.ts'

interface LastCheckIn {
  readonly name: string
  readonly cardId: string
  readonly checkInId: string
  readonly voices: VoicesOfMember | undefined
}

interface HandCheckInProps {
  readonly door: ReturnType<typeof useDoor>
  readonly nameOf: (cardId: string) => string
  readonly onRecorded: (made: LastCheckIn) => void
  /** Shown because somebody asked for it: it takes the focus. */
  readonly isAsked: boolean
}

/** For a member who is not on the list, or whose card no camera reads. */
function HandCheckIn({ door, nameOf, onRecorded, isAsked }: HandCheckInProps) {
  const { t } = useTranslation('staffEvents')
  const [number, setNumber] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isAsked) field.current?.focus()
  }, [isAsked])
  const voicesText = useVoicesText()
  const submit = async (): Promise<void> => {
    const member = parseMemberNumber(number.trim())
    if (member === undefined) {
      setFault(t('door.noNumber'))
      return
    }
    const id = asCardId(member)
    const done = await door.run({ cardId: id })
    if (done === undefined) return
    const { result, checkInId, voices } = done.value
    if (result === 'unknown-member') {
      setFault(t('door.unknown-member'))
      return
    }
    setNumber('')
    onRecorded({ name: nameOf(id), cardId: id, checkInId, voices })
    announce([t(`door.${result}`, { name: nameOf(id) }), ...voicesText(voices)].join(' '))
  }
  return (
    <form
      noValidate
      aria-label={t('door.byNumber')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!door.busy) void submit()
      }}
      className="flex flex-wrap items-end gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <TextField
        ref={field}
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
        busy={door.busy}
        icon={<UserCheck aria-hidden="true" size={18} />}
      >
        {t('door.checkIn')}
      </Button>
    </form>
  )
}

interface PeopleListProps {
  readonly eventId: string
  readonly people: readonly Attender[] | undefined
  readonly busy: boolean
  readonly phase: AttendancePhase
  readonly asksNumber: boolean
}

const NO_FILTERS = { q: '', show: '' }

/** Search and filters are not in the address: the history would keep the names. */
export function PeopleList({ eventId, people, busy, phase, asksNumber }: PeopleListProps) {
  const { t } = useTranslation(['staffEvents', 'problems'])
  const door = useDoor(eventId)
  const filters = useLocalFilters(NO_FILTERS, 25)
  const [last, setLast] = useState<LastCheckIn>()
  const voicesText = useVoicesText()
  const isOver = phase !== 'open'
  const columns = useColumns(phase)
  const found = people && pageOf(findPeople(people, filters.values, filters.sort), filters)
  const act = async ({
    cardId,
    name,
    checkInId,
  }: Pick<Attender, 'cardId' | 'name'> & { readonly checkInId: string | null }): Promise<void> => {
    const done = await door.run({ cardId, undo: checkInId ?? undefined })
    if (done === undefined) return
    const { result, checkInId: made, voices } = done.value
    setLast(
      result === 'recorded' || result === 'second'
        ? { name, cardId, checkInId: made, voices }
        : undefined,
    )
    announce([t(`staffEvents:door.${result}`, { name }), ...voicesText(voices)].join(' '))
  }
  const doorButton = (one: Attender) => {
    const out = one.checkInId === null
    if (out && phase === 'closed') return null
    const Icon = out ? UserCheck : Undo2
    return (
      <Button
        variant={out ? 'secondary' : 'quiet'}
        className="whitespace-nowrap"
        busy={door.busy && door.input?.[0].cardId === one.cardId}
        aria-label={t(`staffEvents:door.${out ? 'checkInOf' : 'undoOf'}`, { name: one.name })}
        icon={<Icon aria-hidden="true" size={18} className={cx(!out && 'mirror')} />}
        onClick={() => void act(one)}
      >
        {t(`staffEvents:door.${out ? 'checkIn' : 'undo'}`)}
      </Button>
    )
  }
  return (
    <>
      {(phase === 'open' || (phase === 'late' && asksNumber)) && (
        <HandCheckIn
          door={door}
          nameOf={(id) => people?.find((one) => one.cardId === id)?.name ?? bareCardId(id)}
          onRecorded={setLast}
          isAsked={asksNumber}
        />
      )}
      {last !== undefined && <LastOne made={last} busy={door.busy} onUndo={() => void act(last)} />}
      {door.notice !== undefined && <Notice tone="danger">{door.notice}</Notice>}
      <FilterBar
        label={t('staffEvents:people.filter')}
        filters={filters}
        fields={{
          q: { label: t('staffEvents:people.search') },
          show: {
            label: t('staffEvents:people.show'),
            options: [
              { value: '', label: t('staffEvents:people.all') },
              ...SHOWN.map((value) => ({
                value,
                label: t(
                  `staffEvents:people.${value === 'absent' && isOver ? 'absentOver' : value}`,
                ),
              })),
            ],
          },
        }}
      />
      <DataTable
        name="attendance"
        label={t('staffEvents:people.title')}
        rows={found?.items}
        columns={columns}
        rowKey={({ cardId }) => cardId}
        sort={filters.sort}
        onSort={filters.setSort}
        unsorted={useOwnOrder(filters.values.show)}
        busy={busy && !door.busy}
        actions={doorButton}
        empty={<Nobody isOver={isOver} isFiltered={people?.length !== 0} onClear={filters.clear} />}
      />
      {found !== undefined && (
        <Pager
          {...found}
          label={t('staffEvents:people.title')}
          onPage={filters.setPage}
          onSize={filters.setSize}
        />
      )}
    </>
  )
}

interface LastOneProps {
  readonly made: LastCheckIn
  readonly busy: boolean
  readonly onUndo: () => void
}

function LastOne({ made: { name, voices }, busy, onUndo }: LastOneProps) {
  const { t } = useTranslation('staffEvents')
  const voicesText = useVoicesText()
  return (
    <Notice
      tone="success"
      action={
        <Button
          variant="secondary"
          busy={busy}
          icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
          onClick={onUndo}
        >
          {t('door.undo')}
        </Button>
      }
    >
      <Auto>{t('door.recorded', { name })}</Auto>
      {voicesText(voices).map((line) => (
        <p key={line} className="text-lg font-semibold">
          {line}
        </p>
      ))}
    </Notice>
  )
}

interface NobodyProps {
  readonly isOver: boolean
  readonly isFiltered: boolean
  readonly onClear: () => void
}

function Nobody({ isOver, isFiltered, onClear }: NobodyProps) {
  const { t } = useTranslation('staffEvents')
  return isFiltered ? (
    <NoMatch title={t('people.noMatch')} text={t('people.noMatchText')} onClear={onClear} />
  ) : (
    <EmptyState icon={<Users size={30} />} title={t(isOver ? 'people.emptyOver' : 'people.empty')}>
      {t(isOver ? 'people.emptyOverText' : 'people.emptyText')}
    </EmptyState>
  )
}

/** Names are sorted; the waiting list keeps its own order. */
function useOwnOrder(show: string): string {
  const { t } = useTranslation(['staffEvents', 'staffUi'])
  return show === 'waiting'
    ? t('people.waiting')
    : t('staffUi:table.fromA', { column: t('person.name') })
}

function useColumns(phase: AttendancePhase): readonly Column<Attender>[] {
  const { t } = useTranslation('staffEvents')
  const format = useFormat()
  const language = useLanguage()
  return [
    {
      key: 'name',
      header: t('person.name'),
      rowHeader: true,
      cell: ({ name }) => <Auto className="font-semibold">{name}</Auto>,
    },
    {
      key: 'card',
      header: t('person.card'),
      cell: ({ cardId }) => <Ltr>{bareCardId(cardId)}</Ltr>,
    },
    {
      key: 'registration',
      header: t('person.registration'),
      cell: ({ registration, waitingPlace }) =>
        waitingPlace === null
          ? t(`registration.${registration}`)
          : t('registration.inLine', { place: format.number(waitingPlace) }),
    },
    {
      key: 'time',
      header: t('print.inParis', { when: t('person.checkedIn') }),
      sortable: 'date',
      cell: ({ checkedInAt, gate }) =>
        checkedInAt === null ? (
          <span className="text-muted">
            {t(phase === 'closed' ? 'person.absent' : 'person.notYet')}
          </span>
        ) : (
          <>
            {eventWhen({ startsAt: checkedInAt, endsAt: checkedInAt }, language)}
            {gate !== null && gate !== '' && (
              <span className="text-muted">
                {' '}
                · {gate === HAND_GATE ? t('person.byHand') : <Auto>{gate}</Auto>}
              </span>
            )}
          </>
        ),
    },
  ]
}
