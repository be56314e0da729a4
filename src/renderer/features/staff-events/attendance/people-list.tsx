import { Undo2, UserCheck, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { announce } from '../../../ui/feedback/announcer.tsx'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type Column, DataTable } from '../../../ui/staff/table/data-table.tsx'
import { FilterBar, FilterSelect, FilterText } from '../../../ui/staff/filters/filter-bar.tsx'
import { useVoicesText, type VoicesOfMember } from '../../../ui/staff/voices.tsx'
import { Pager } from '../../../ui/staff/pager.tsx'
import type { Sort } from '../../../ui/staff/table/table-types.ts'
import { type Attender, findPeople, SHOWN } from './attendance-list.ts'
import { HAND_GATE, useDoor } from './use-attendance.ts'
import { cardId as asCardId, parseMemberNumber } from '#shared/domain/people/member-id.ts'
import { TextField } from '../../../ui/field/text-field.tsx'

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
}

/** For a member who is not on the list, or whose card no camera reads. */
function HandCheckIn({ door, nameOf, onRecorded }: HandCheckInProps) {
  const { t } = useTranslation('staffEvents')
  const [number, setNumber] = useState('')
  const [fault, setFault] = useState<string>()
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
        busy={door.busy}
        className="sm:mt-8"
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
}

/** Search and filters are not in the address: the history would keep the names. */
export function PeopleList({ eventId, people, busy }: PeopleListProps) {
  const { t } = useTranslation(['staffEvents', 'problems'])
  const door = useDoor(eventId)
  const [wish, setWish] = useState({ q: '', show: '' })
  const [sort, setSort] = useState<Sort>()
  const [{ page, size }, setPlace] = useState({ page: 1, size: 25 })
  const [last, setLast] = useState<LastCheckIn>()
  const voicesText = useVoicesText()
  const columns = useColumns()
  const found = people === undefined ? undefined : findPeople(people, wish, sort)
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / size))
  const shown = Math.min(page, pages)
  const narrow = (more: Partial<typeof wish>): void => {
    setWish((now) => ({ ...now, ...more }))
    setPlace({ page: 1, size })
  }
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
  const busyCard = door.busy ? door.input?.[0].cardId : undefined
  return (
    <>
      <HandCheckIn
        door={door}
        nameOf={(cardId) => people?.find((one) => one.cardId === cardId)?.name ?? cardId}
        onRecorded={setLast}
      />
      {last !== undefined && (
        <Notice
          tone="success"
          action={
            <Button
              variant="secondary"
              busy={door.busy}
              icon={<Undo2 aria-hidden="true" size={18} className="mirror" />}
              onClick={() => void act(last)}
            >
              {t('staffEvents:door.undo')}
            </Button>
          }
        >
          <Auto>{t('staffEvents:door.recorded', { name: last.name })}</Auto>
          {voicesText(last.voices).map((line) => (
            <p key={line} className="text-lg font-semibold">
              {line}
            </p>
          ))}
        </Notice>
      )}
      {door.notice !== undefined && <Notice tone="danger">{door.notice}</Notice>}
      <FilterBar
        label={t('staffEvents:people.filter')}
        activeCount={(wish.q === '' ? 0 : 1) + (wish.show === '' ? 0 : 1)}
        onClear={() => narrow({ q: '', show: '' })}
      >
        <FilterText
          label={t('staffEvents:people.search')}
          value={wish.q}
          onChange={(q) => narrow({ q })}
        />
        <FilterSelect
          label={t('staffEvents:people.show')}
          value={wish.show}
          options={[
            { value: '', label: t('staffEvents:people.all') },
            ...SHOWN.map((name) => ({ value: name, label: t(`staffEvents:people.${name}`) })),
          ]}
          onChange={(show) => narrow({ show })}
        />
      </FilterBar>
      <DataTable
        name="attendance"
        label={t('staffEvents:people.title')}
        rows={found?.slice((shown - 1) * size, shown * size)}
        columns={columns}
        rowKey={({ cardId }) => cardId}
        sort={sort}
        onSort={setSort}
        busy={busy && !door.busy}
        actions={doorButton({ busyCard, onPress: (one) => void act(one) })}
        empty={
          <EmptyState
            icon={<Users size={30} />}
            title={t(
              people?.length === 0 ? 'staffEvents:people.empty' : 'staffEvents:people.noMatch',
            )}
          >
            {t(
              people?.length === 0
                ? 'staffEvents:people.emptyText'
                : 'staffEvents:people.noMatchText',
            )}
          </EmptyState>
        }
      />
      {found !== undefined && (
        <Pager
          label={t('staffEvents:people.title')}
          page={shown}
          size={size}
          total={found.length}
          onPage={(next) => setPlace({ page: next, size })}
          onSize={(next) => setPlace({ page: 1, size: next })}
        />
      )}
    </>
  )
}

interface DoorButtonProps {
  readonly busyCard: string | undefined
  readonly onPress: (one: Attender) => void
}
const doorButton = (rest: DoorButtonProps) => (one: Attender) => <DoorButton one={one} {...rest} />

function DoorButton({ one, busyCard, onPress }: DoorButtonProps & { readonly one: Attender }) {
  const { t } = useTranslation('staffEvents')
  const out = one.checkInId === null
  return (
    <Button
      variant={out ? 'secondary' : 'quiet'}
      className="whitespace-nowrap"
      busy={busyCard === one.cardId}
      aria-label={t(out ? 'door.checkInOf' : 'door.undoOf', { name: one.name })}
      icon={
        out ? (
          <UserCheck aria-hidden="true" size={18} />
        ) : (
          <Undo2 aria-hidden="true" size={18} className="mirror" />
        )
      }
      onClick={() => onPress(one)}
    >
      {t(out ? 'door.checkIn' : 'door.undo')}
    </Button>
  )
}

function useColumns(): readonly Column<Attender>[] {
  const { t } = useTranslation('staffEvents')
  const format = useFormat()
  return [
    {
      key: 'name',
      header: t('person.name'),
      rowHeader: true,
      cell: ({ name }) => <Auto className="font-semibold">{name}</Auto>,
    },
    { key: 'card', header: t('person.card'), cell: ({ cardId }) => <Ltr>{cardId}</Ltr> },
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
      header: t('person.checkedIn'),
      sortable: true,
      cell: ({ checkedInAt, gate }) =>
        checkedInAt === null ? (
          <span className="text-muted">{t('person.notYet')}</span>
        ) : (
          <>
            {format.dateTime(checkedInAt)}
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
