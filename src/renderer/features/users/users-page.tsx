import { FileUp, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton, IconButton } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/staff/pager.tsx'
import { ShortcutsHelp, useShortcuts } from '../../ui/staff/shortcuts.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useAddressFilters } from '../../ui/staff/use-address-filters.ts'
import { AddDialog } from './add-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { ExportButton } from './export-button.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { RoleDialog, type RoleWish } from './role-dialog.tsx'
import { NO_FILTERS } from './user-filters.ts'
import { useActor } from './use-actor.ts'
import { useStatusChange } from './use-status-change.tsx'
import { usePlace } from './use-place.ts'
import { UsersFilters } from './users-filters.tsx'
import { UsersTable } from './users-table.tsx'
import { useUserList, type User } from './use-users.ts'

const focusSearch = (): void => document.querySelector<HTMLElement>('search input')?.focus()

/** Members as those who manage them see them: one page of the list, and dialogs with addresses of their own above it. */
export function UsersPage() {
  const { t } = useTranslation('userManagement')
  const address = useAddressFilters(NO_FILTERS)
  const list = useUserList(address)
  const place = usePlace()
  const status = useStatusChange()
  const [role, setRole] = useState<RoleWish>()
  const [leaving, setLeaving] = useState<User>()
  const isAdministrator = useActor().role === 'A'
  useShortcuts([
    { keys: '/', label: t('shortcuts.search'), run: focusSearch },
    { keys: 'n', label: t('shortcuts.add'), run: place.add },
  ])
  const { data, error, isError, isFetching, isPlaceholderData, fetchStatus, refetch } = list
  const failed = isError || (data === undefined && fetchStatus === 'paused')
  return (
    <StaffPage
      title={t('title')}
      lead={t('lead')}
      end={
        <>
          <ShortcutsHelp />
          {isAdministrator && (
            <LinkButton
              to={place.importAddress}
              variant="secondary"
              icon={<FileUp aria-hidden="true" size={18} />}
            >
              {t('import.open')}
            </LinkButton>
          )}
          <LinkButton
            to={place.addAddress}
            state={place.linkState}
            icon={<UserPlus aria-hidden="true" size={18} />}
          >
            {t('add.open')}
          </LinkButton>
        </>
      }
    >
      <UsersFilters
        address={address}
        end={isAdministrator ? <ExportButton filters={address.values} /> : undefined}
      />
      {status.failure !== undefined && (
        <Notice
          tone="danger"
          title={t('errors.statusUpdateFailed')}
          action={
            <IconButton
              label={t('dismiss')}
              icon={<X aria-hidden="true" size={18} />}
              onClick={status.dismiss}
            />
          }
        >
          {status.failure}
        </Notice>
      )}
      {failed && (
        <LoadFailure
          title={t('errors.fetchFailed')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(!failed || data !== undefined) && (
        <UsersTable
          users={data?.items}
          sort={address.sort}
          onSort={address.setSort}
          busy={isPlaceholderData}
          filtered={address.activeCount > 0}
          onClear={address.clear}
          onOpen={place.open}
          onEdit={place.edit}
          onDelete={setLeaving}
          onStatus={status.change}
          onRole={(user, wanted) => setRole({ user, role: wanted })}
        />
      )}
      {data !== undefined && (
        <Pager
          label={t('pages')}
          page={data.page}
          size={data.size}
          total={data.total}
          totalIsCapped={data.totalIsCapped}
          onPage={address.setPage}
          onSize={address.setSize}
        />
      )}
      <MemberDialog
        id={place.shows === 'one' ? place.id : undefined}
        onClose={place.close}
        onEdit={place.edit}
        onDelete={setLeaving}
      />
      <EditDialog id={place.shows === 'edit' ? place.id : undefined} onClose={place.close} />
      <AddDialog open={place.shows === 'new'} onClose={place.close} />
      <RoleDialog wish={role} onClose={() => setRole(undefined)} />
      <DeleteDialog
        user={leaving}
        onClose={() => setLeaving(undefined)}
        onDeleted={() => {
          setLeaving(undefined)
          if (place.shows !== 'list') place.close()
        }}
      />
      {status.dialogs}
    </StaffPage>
  )
}
