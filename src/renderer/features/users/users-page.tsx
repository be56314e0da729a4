import { FileUp, UserPlus, X, Download } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { proposeExport } from '#shared/contract/consents.ts'
import { exportMembers, updateMember } from '#shared/contract/users.ts'
import { parseMemberNumber } from '#shared/domain/card/read-member-number.ts'
import { isActiveStatus, type MemberStatus } from '#shared/domain/people/member-status.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { ask, CallFailure } from '../../platform/calls/api.ts'
import { fetchFile } from '../../platform/files/fetch-file.ts'
import { saveFile } from '../../platform/files/save-file.ts'
import { LinkButton, IconButton, Button } from '../../ui/button/button.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useAddressFilters } from '../../ui/staff/filters/use-address-filters.ts'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { ShortcutsHelp, useShortcuts } from '../../ui/staff/shortcuts.tsx'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { StepUpDialog } from '../../ui/step-up/step-up-dialog.tsx'
import { useStepUp } from '../../ui/step-up/use-step-up.tsx'
import { AddDialog } from './dialogs/add-dialog.tsx'
import { DeleteDialog } from './dialogs/delete-dialog.tsx'
import { EditDialog } from './dialogs/edit-dialog.tsx'
import { MemberDialog } from './dialogs/member-dialog.tsx'
import { RoleDialog, type RoleWish } from './dialogs/role-dialog.tsx'
import { useActor } from './use-actor.ts'
import { isProposal, patchUser, type User, useUserList } from './use-users.ts'
import { NO_FILTERS, type UserFilters, filterQuery } from './user-filters.ts'
import { UsersFilters } from './users-filters.tsx'
import { UsersTable } from './users-table.tsx'

/** Opened from the list: closing goes back to it, to the same place on the page. */
interface FromList {
  readonly fromList?: true
}
const FROM_LIST: FromList = { fromList: true }

type ShownMember = 'list' | 'one' | 'edit' | 'new'

function shownAt(pathname: string, id: string | undefined): ShownMember {
  if (id !== undefined) return pathname.endsWith('/edit') ? 'edit' : 'one'
  return pathname.endsWith('/new') ? 'new' : 'list'
}

/** The open dialog by the address, and links from there. The filters stay in the address throughout. */
function usePlace() {
  const { pathname, search, state } = useLocation()
  const { id: named = '' } = useParams()
  const id = parseMemberNumber(named) === undefined ? undefined : named // anything else is no person: the list is shown
  const navigate = useNavigate()
  const base = `${pathname.split('/users')[0] ?? ''}/users`
  const fromList = (state as FromList | null)?.fromList === true // only this file writes it
  const go = useCallback(
    // A dialog that replaces another keeps the way back to the list.
    (path: string) =>
      void navigate(`${base}/${path}${search}`, { state: FROM_LIST, replace: fromList }),
    [navigate, base, search, fromList],
  )
  return {
    shows: shownAt(pathname, id),
    id,
    /** A link to `addAddress` takes this along. */
    linkState: FROM_LIST,
    addAddress: `${base}/new${search}`,
    importAddress: `${base}/import`,
    add: () => go('new'),
    open: ({ id: user }: Pick<User, 'id'>) => go(user),
    edit: ({ id: user }: Pick<User, 'id'>) => go(`${user}/edit`),
    // Both ways trigger the guard of unsaved input; a replaced address would not.
    close: () => void (fromList ? navigate(-1) : navigate(`${base}${search}`)),
  }
}

interface StatusChange {
  readonly change: (user: User, status: MemberStatus) => void
  /** The last failure, in words. */
  readonly failure: string | undefined
  readonly dismiss: () => void
  readonly dialogs: ReactNode
}

/**
 * The new state is shown in the row at once and reverted when the server refuses it. A lock-out asks for confirmation
 * first: an arrow key on a select must not end another user's session.
 */
function useStatusChange(): StatusChange {
  const { t } = useTranslation(['userManagement', 'common', 'problems'])
  const [wish, setWish] = useState<{ readonly user: User; readonly status: MemberStatus }>()
  const stepUp = useStepUp(t('status.stepUpTitle'), t('status.stepUpWhy'))

  const apply = useCall(
    async (user: User, status: MemberStatus) => {
      const undo = patchUser(user.id, { status, isActive: isActiveStatus(status) })
      try {
        const result = await stepUp.guard(() =>
          ask(updateMember, { params: { id: user.id }, body: { status } }),
        )
        const name = fullName(user)
        if (result.kind === 'cancelled') undo()
        else if (isProposal(result.value)) {
          undo()
          toast.success(t('accessWaits.done', { name }))
        } else toast.success(t('status.done', { name, status: t(`common:status.${status}`) }))
      } catch (error) {
        undo()
        throw error
      }
    },
    (failure, user) => t('status.failed', { name: fullName(user), why: problemText(t, failure) }),
  )
  const close = (): void => setWish(undefined)
  return {
    change: (user, status) =>
      isActiveStatus(status) ? void apply.run(user, status) : setWish({ user, status }),
    failure: apply.notice,
    dismiss: apply.reset,
    dialogs: (
      <>
        {wish !== undefined && (
          <ConfirmDialog
            open
            onOpenChange={close}
            title={t(`status.confirm.${lockOf(wish.status)}.title`, { name: fullName(wish.user) })}
            text={<p>{t(`status.confirm.${lockOf(wish.status)}.text`)}</p>}
            confirmLabel={t(`status.confirm.${lockOf(wish.status)}.submit`)}
            tone="danger"
            onConfirm={() => {
              close()
              void apply.run(wish.user, wish.status)
            }}
          />
        )}
        {stepUp.dialog}
      </>
    ),
  }
}

const lockOf = (status: MemberStatus): 'inactive' | 'banned' | 'blocked' =>
  status === 'active' ? 'inactive' : status // an active state needs no confirmation

/** The filtered list as a file. The password is asked for each time, so that no export happens by mistake. */
function ExportButton({ filters }: { readonly filters: UserFilters }) {
  const { t } = useTranslation('userManagement')
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const [proposing, setProposing] = useState(false)
  const save = async (): Promise<void> => {
    try {
      const query = { ...filterQuery(filters), language }
      const { blob, truncated } = await fetchFile(exportMembers, { query })
      saveFile(blob, `wld-members-${new Date().toISOString().slice(0, 10)}.csv`)
      if (truncated) toast.error(t('export.cut'))
      else toast.success(t('export.done'))
    } catch (error) {
      if (!(error instanceof CallFailure) || error.problem?.code !== 'consent-needed') throw error
      setProposing(true)
    }
    setOpen(false)
  }
  return (
    <>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('export.open')}
      </Button>
      <StepUpDialog
        open={open}
        title={t('export.title')}
        why={t('export.warning')}
        onProven={save}
        onClose={() => setOpen(false)}
      />
      {proposing && <ProposeExport onClose={() => setProposing(false)} />}
    </>
  )
}

/** Asks another administrator for one export; the password was given a moment ago. */
function ProposeExport({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('userManagement')
  const propose = useCall(async (reason: string) => {
    await ask(proposeExport, { body: { reason } })
    toast.success(t('export.proposed'))
    onClose()
  })
  return (
    <ReasonDialog
      open
      title={t('export.proposeTitle')}
      commentLabel={t('export.reason')}
      commentHint={t('export.reasonHint')}
      commentRequired
      confirmLabel={t('export.propose')}
      busy={propose.busy}
      error={<FailureNotice title={t('export.proposeFailed')} text={propose.notice} />}
      onConfirm={(reason) => void propose.run(reason)}
      onClose={onClose}
    >
      <p>{t('export.proposeText')}</p>
    </ReasonDialog>
  )
}

/** Members for the staff that manage them: one page of the list, and dialogs with their own addresses above it. */
export function UsersPage() {
  // The texts of the dialogs are loaded here: fetched later they would take the page away.
  const { t } = useTranslation([
    'userManagement',
    'memberFields',
    'registrationRequests',
    'registration',
    'idCard',
    'merges',
    'photo',
  ])
  const address = useAddressFilters(NO_FILTERS)
  const list = useUserList(address)
  const place = usePlace()
  const status = useStatusChange()
  const [role, setRole] = useState<RoleWish>()
  const [leaving, setLeaving] = useState<User>()
  const isAdministrator = useActor().role === 'admin'
  useShortcuts([{ keys: 'n', label: t('shortcuts.add'), run: place.add }])
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
      <UsersTable
        list={list}
        filters={address}
        onOpen={place.open}
        onEdit={place.edit}
        onDelete={setLeaving}
        onStatus={status.change}
        onRole={(user, wanted) => setRole({ user, role: wanted })}
      />
      <MemberDialog
        id={place.shows === 'one' ? place.id : undefined}
        onClose={place.close}
        onEdit={place.edit}
        onDelete={setLeaving}
        onRole={(user) => setRole({ user, role: user.role.id })}
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
