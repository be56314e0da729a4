import type { UseQueryResult } from '@tanstack/react-query'
import { LockKeyhole, Pencil, Trash2, Users } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { readCountry } from '#shared/domain/people/countries.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { MEMBER_STATUSES, type MemberStatus } from '#shared/domain/people/member-status.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { roleOf, type RoleId } from '#shared/domain/people/roles.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Email, Ltr } from '../../ui/bidi.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { cx } from '../../ui/cx.ts'
import { STATUS_COLOURS } from '../../ui/feedback/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Select } from '../../ui/field/select.tsx'
import { Avatar } from '../../ui/picture/avatar.tsx'
import type { ListFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { StaffList } from '../../ui/staff/staff-list.tsx'
import type { Column } from '../../ui/staff/table/data-table.tsx'
import { createMediaQuery } from '../../ui/use-media-query.ts'
import { closedBecause, mayDelete, mayEdit, rolesFor, useActor } from './use-actor.ts'
import { usePortraits, type User, type UserPage } from './use-users.ts'
import type { UserFilters } from './user-filters.ts'

export interface UsersTableProps {
  readonly list: UseQueryResult<UserPage>
  readonly filters: ListFilters<UserFilters>
  readonly onOpen: (user: User) => void
  readonly onEdit: (user: User) => void
  readonly onDelete: (user: User) => void
  readonly onStatus: (user: User, status: MemberStatus) => void
  readonly onRole: (user: User, role: RoleId) => void
}

/** Where they do not, the dialog of the person has them. */
const useActionsFit = createMediaQuery('(min-width: 1000px)')

export function UsersTable({
  list,
  filters,
  onOpen,
  onEdit,
  onDelete,
  onStatus,
  onRole,
}: UsersTableProps) {
  const { t } = useTranslation(['userManagement', 'staffUi'])
  const actor = useActor()
  const actionsFit = useActionsFit()
  const actions = (user: User) => (
    <>
      {mayEdit(actor, user) && (
        <IconButton
          label={t('table.edit', { name: fullName(user) })}
          icon={<Pencil aria-hidden="true" size={18} />}
          onClick={() => onEdit(user)}
        />
      )}
      {mayDelete(actor, user) && (
        <IconButton
          label={t('table.delete', { name: fullName(user) })}
          icon={<Trash2 aria-hidden="true" size={18} />}
          className="hover:not-disabled:text-danger"
          onClick={() => onDelete(user)}
        />
      )}
    </>
  )
  return (
    <StaffList
      query={list}
      filters={filters}
      failure={t('errors.fetchFailed')}
      pages={t('pages')}
      name="members"
      label={t('table.label')}
      columns={useColumns(list.data?.items ?? [], onStatus, onRole)}
      unsorted={t('staffUi:table.newest')}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      actions={actionsFit ? actions : undefined}
      empty={
        <EmptyState icon={<Users size={30} />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      }
      noMatch={{ title: t('empty.noMatchTitle'), text: t('empty.noMatchText') }}
    />
  )
}

function useColumns(
  users: readonly User[],
  onStatus: UsersTableProps['onStatus'],
  onRole: UsersTableProps['onRole'],
): readonly Column<User>[] {
  const { t } = useTranslation(['userManagement', 'common'])
  const actor = useActor()
  const portraits = usePortraits(users, 'thumb')
  const closed = (user: User): string | undefined => {
    const cause = closedBecause(actor, user)
    return cause === undefined ? undefined : t(`closed.${cause}`)
  }
  const roles = (user: User): readonly RoleId[] => {
    const offered = rolesFor(actor, user)
    return offered.includes(user.role.id) ? offered : [...offered, user.role.id]
  }
  return [
    {
      key: 'name',
      header: t('fields.nameAndEmail'),
      sortable: 'name',
      rowHeader: true,
      cell: (user) => (
        <span className="flex items-center gap-2.5">
          <Avatar
            src={portraits.get(user.wldCardPhoto?.photoUrl ?? '')}
            name=""
            size="row"
            className="-my-1.5 @min-[1px]:hidden @min-[900px]:block"
          />
          <span
            className={cx(
              TWO_LINES,
              'grid grid-cols-[minmax(0,1fr)] @min-[1px]:min-w-32 @min-[900px]:min-w-56',
            )}
          >
            {/* At the page's own edge, and cut at the end of its words, which may run the other way. */}
            <span dir="auto" className={cx(ONE_LINE, 'max-w-full')} title={fullName(user)}>
              {fullName(user)}
            </span>
            <span
              dir="ltr"
              className={cx(
                ONE_LINE,
                'max-w-full font-normal text-muted rtl:text-right text-xs @min-[900px]:[&_wbr]:hidden',
              )}
              title={user.email}
            >
              <Email address={user.email} />
            </span>
          </span>
        </span>
      ),
    },
    {
      key: 'contact',
      header: t('fields.cardAndPhone'),
      card: 'line',
      cell: (user) => <Contact {...user} />,
    },
    {
      key: 'country',
      header: t('fields.country'),
      sortable: true,
      wideOnly: true,
      cell: ({ currentCountry }) =>
        currentCountry === '' ? <Dash /> : <Country country={currentCountry} />,
    },
    {
      key: 'role',
      header: t('fields.role'),
      sortable: true,
      card: 'half',
      cell: (user) => (
        <RowSelect
          label={t('table.roleOf', { name: fullName(user) })}
          value={user.role.id}
          options={roles(user).map((id) => ({
            value: id,
            label: t(`common:roles.${roleOf(id)}`),
          }))}
          closed={closed(user)}
          onChange={(value) => {
            const role = roles(user).find((id) => id === value)
            if (role !== undefined) onRole(user, role)
          }}
        />
      ),
    },
    {
      key: 'status',
      header: t('fields.status'),
      sortable: true,
      card: 'half',
      cell: (user) => (
        <RowSelect
          label={t('table.statusOf', { name: fullName(user) })}
          value={user.status}
          options={MEMBER_STATUSES.map((status) => ({
            value: status,
            label: t(`common:status.${status}`),
          }))}
          closed={closed(user)}
          colours={STATUS_COLOURS[user.status]}
          onChange={(value) => {
            const status = MEMBER_STATUSES.find((known) => known === value)
            if (status !== undefined) onStatus(user, status)
          }}
        />
      ),
    },
  ]
}

function Contact({ cardId, phone }: Pick<User, 'cardId' | 'phone'>) {
  return (
    <span
      className={cx(
        TWO_LINES,
        'flex flex-wrap gap-x-3 tabular-nums @min-[1px]:grid @min-[1px]:justify-items-start',
      )}
    >
      <Ltr>{bareCardId(cardId)}</Ltr>
      {phone !== '' && <Ltr className="text-muted">{phone}</Ltr>}
    </span>
  )
}

function Country({ country }: { readonly country: string }) {
  const format = useFormat()
  return (
    <span
      className={cx(
        TWO_LINES,
        'block max-w-24 leading-tight wrap-normal 2xl:max-w-none 2xl:whitespace-nowrap',
      )}
    >
      {format.country(readCountry(country) ?? country)}
    </span>
  )
}

const Dash = (): ReactNode => <span className="text-muted">–</span>

/**
 * Names and emails: one line in a wide table, so that ten rows stand in a window of 800 px, and whole in the tooltip. In a
 * narrow table they wrap.
 */
const ONE_LINE = 'justify-self-start wrap-anywhere @min-[900px]:truncate'

/** Part of the air above and below them is that of the lines themselves: ten rows stand in a window of 800 px. */
const TWO_LINES = '@min-[900px]:-my-0.75'

interface RowSelectProps {
  /** Names the person as well: a table has many of these selects. */
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  /** Why the select is locked: a lock with a tooltip, because a line of text would make the row higher. */
  readonly closed?: string | undefined
  /** Those of the value, where it has any. */
  readonly colours?: string
}

/** A select in a row of the table. */
function RowSelect({
  label,
  value,
  options,
  onChange,
  closed,
  colours = 'border-line-strong bg-surface',
}: RowSelectProps) {
  const id = useId()
  return (
    <div className="@min-[900px]:max-w-32 @min-[1060px]:max-w-none [&_svg]:end-2">
      <Select
        aria-label={label}
        aria-describedby={closed === undefined ? undefined : id}
        title={closed}
        disabled={closed !== undefined}
        value={value}
        options={options}
        {...(closed !== undefined && { icon: LockKeyhole })}
        onChange={({ target }) => onChange(target.value)}
        className={cx(
          // As wide as its value, where the browser can: the longest of its choices is twice as wide as the usual one.
          'field-sizing-content min-h-9 w-full @min-[900px]:max-w-32 @min-[1060px]:max-w-none rounded-md border py-1 ps-2.5 pe-8.5! text-base not-supports-[field-sizing:content]:max-w-32 max-sm:min-h-11 sm:text-sm pointer-coarse:min-h-11',
          'disabled:border-line disabled:bg-sunken disabled:text-muted',
          colours,
        )}
      />
      {closed !== undefined && (
        <span id={id} className="sr-only">
          {closed}
        </span>
      )}
    </div>
  )
}
