import {
  ChevronDown,
  FileText,
  KeyRound,
  Merge as MergeIcon,
  Pencil,
  RefreshCcw,
  Trash2,
  UserCog,
} from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { EntryNotice } from '#shared/contract/agreements.ts'
import { proposeFactorReset } from '#shared/contract/consents.ts'
import { canMergeInto } from '#shared/domain/access/merge-rules.ts'
import { requestIdOf } from '#shared/domain/card/read-member-number.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { dashboardPath, roleOf } from '#shared/domain/people/roles.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { useHoldsOn } from '../../../platform/calls/holds-query.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button, buttonClass, LinkButton } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { useCall } from '../../../ui/call/use-call.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { RoleBadge, StatusBadge } from '../../../ui/feedback/badge.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ReissueDialog } from '../../../ui/form/reissue-dialog.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { usePersonFacts } from '../../../ui/person/use-person-facts.tsx'
import { Avatar } from '../../../ui/picture/avatar.tsx'
import { HeldNote } from '../../../ui/staff/held-note.tsx'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'
import { KeyHint, useShortcuts } from '../../../ui/staff/shortcuts.tsx'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import { closedBecause, mayDelete, mayEdit, rolesFor, targetOf, useActor } from '../use-actor.ts'
import { type FullUser, type User, usePortraits, useUser } from '../use-users.ts'
import { Merges } from './merges-notice.tsx'

interface MemberDialogProps {
  readonly id: string | undefined
  readonly onClose: () => void
  readonly onEdit: (user: Pick<User, 'id'>) => void
  readonly onDelete: (user: User) => void
  readonly onRole: (user: User) => void
}

/** All data of one person, without the documents: their own page logs each look. */
export function MemberDialog({ id, onClose, ...ways }: MemberDialogProps) {
  const { t } = useTranslation('userManagement')
  const query = useUser(id)
  return (
    <Dialog
      open={id !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={query.data === undefined ? t('view.title') : fullName(query.data)}
      description={t('view.logged')}
      size="lg"
    >
      {id !== undefined && (
        <Loaded query={query} failure={t('view.failed')} skeleton={<MemberSkeleton />}>
          {(user) => <MemberShown user={user} {...ways} />}
        </Loaded>
      )}
    </Dialog>
  )
}

const MemberSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton className="h-40" />
    <Skeleton className="h-24" />
    <Skeleton className="h-24" />
  </div>
)

function MemberShown({
  user,
  onEdit,
  onDelete,
  onRole,
}: Omit<MemberDialogProps, 'id' | 'onClose'> & { readonly user: FullUser }) {
  const { t } = useTranslation(['userManagement', 'merges'])
  const actor = useActor()
  const portrait = usePortraits([user], 'card').get(user.wldCardPhoto?.photoUrl ?? '')
  const holds = useHoldsOn({ member: user.cardId, request: requestIdOf(user.cardId) })
  const heldNote = useId()
  const changes = closedBecause(actor, user) === undefined && rolesFor(actor, user).length > 1
  useShortcuts([{ keys: 'r', label: t('role.title'), run: () => onRole(user), when: changes }])
  const dashboard = actor.role === 'member' ? '' : dashboardPath(actor.role)
  return (
    <div className="grid gap-6">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-4 sm:grid-rows-[auto_1fr]">
        <Avatar
          src={portrait}
          name={t('view.portrait', { name: fullName(user) })}
          size="large"
          className="row-span-2 max-sm:row-span-1 max-sm:h-30 max-sm:w-24"
        />
        <div className="grid content-start gap-2">
          <p className="flex flex-wrap items-center gap-x-2 max-sm:[&>button]:-ms-4">
            <Ltr className="tabular-nums">{bareCardId(user.cardId)}</Ltr>
            <CopyButton text={bareCardId(user.cardId)} label={t('view.copy')} variant="quiet" />
          </p>
          <p className="flex flex-wrap gap-2">
            <RoleBadge role={roleOf(user.role.id)} />
            <StatusBadge status={user.status} />
          </p>
        </div>
        <div className="flex flex-wrap content-start gap-2 max-sm:col-span-2">
          {mayEdit(actor, user) && (
            <Button
              variant="secondary"
              icon={<Pencil aria-hidden="true" size={18} />}
              onClick={() => onEdit(user)}
            >
              {t('view.edit')}
            </Button>
          )}
          {changes && (
            <Button
              variant="secondary"
              icon={<UserCog aria-hidden="true" size={18} />}
              aria-keyshortcuts="r"
              onClick={() => onRole(user)}
            >
              {t('role.title')} <KeyHint name="r" />
            </Button>
          )}
          <More>
            {user.idProofPhotos.length > 0 && (
              <LinkButton
                variant="secondary"
                to={`${dashboard}/requests/documents/${user.id}`}
                icon={<FileText aria-hidden="true" size={18} />}
              >
                {t('view.documents')}
              </LinkButton>
            )}
            {mayEdit(actor, user) && user.birthDate !== '' && user.sex !== '' && (
              <Reissue user={user} />
            )}
            {actor.role === 'admin' && mayDelete(actor, user) && <ResetFactors user={user} />}
            {canMergeInto(actor, targetOf(user)) && (
              <LinkButton
                variant="secondary"
                to={`${dashboard}/users/${user.id}/merge`}
                icon={<MergeIcon aria-hidden="true" size={18} />}
              >
                {t('merges:open')}
              </LinkButton>
            )}
            {mayDelete(actor, user) && (
              <Button
                variant="secondary"
                className="text-danger!"
                disabled={holds.length > 0}
                aria-describedby={holds.length > 0 ? heldNote : undefined}
                icon={<Trash2 aria-hidden="true" size={18} />}
                onClick={() => onDelete(user)}
              >
                {t('view.delete')}
              </Button>
            )}
          </More>
        </div>
      </div>
      <HeldNote holds={holds} effect="erase" id={heldNote} />
      <Merges user={user} />
      <Duplicates user={user} dashboard={dashboard} />
      <MemberFacts user={user} />
    </div>
  )
}

/**
 * What is done to few people. Not a panel of `Disclosure`: it would close, with the dialogs that these open, as soon as
 * one of them has the focus.
 */
function More({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('userManagement')
  return (
    <details className="group open:basis-full not-has-[div>*]:hidden">
      <summary
        className={`${buttonClass({ variant: 'quiet' })} cursor-pointer list-none max-sm:-ms-4`}
      >
        {t('view.more')}
        <ChevronDown aria-hidden="true" size={18} className="group-open:rotate-180" />
      </summary>
      <div className="mt-2 flex flex-wrap gap-2 max-sm:grid">{children}</div>
    </details>
  )
}

/** Proposes to remove the second factors of a colleague who lost them. */
function ResetFactors({ user }: { readonly user: FullUser }) {
  const { t } = useTranslation(['userManagement', 'problems'])
  const [open, setOpen] = useState(false)
  const { guard, dialog } = useStepUp(t('factorReset.stepUpTitle'), t('factorReset.stepUpWhy'))
  const propose = useCall(async (reason: string) => {
    const asked = await guard(() =>
      ask(proposeFactorReset, { params: { id: user.id }, body: { reason } }),
    )
    if (asked.kind === 'cancelled') return
    toast.success(t('factorReset.done'))
    setOpen(false)
  })
  return (
    <>
      <Button
        variant="secondary"
        icon={<KeyRound aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('factorReset.open')}
      </Button>
      <ReasonDialog
        open={open}
        title={t('factorReset.title', { name: fullName(user) })}
        commentLabel={t('factorReset.reason')}
        commentHint={t('factorReset.reasonHint')}
        commentRequired
        confirmLabel={t('factorReset.submit')}
        tone="danger"
        busy={propose.busy}
        error={<FailureNotice title={t('factorReset.failed')} text={propose.notice} />}
        onConfirm={(reason) => void propose.run(reason)}
        onClose={() => setOpen(false)}
      >
        <p>{t('factorReset.text')}</p>
      </ReasonDialog>
      {dialog}
    </>
  )
}

/** Issues the card of the member anew, with a code of its own. */
function Reissue({ user }: { readonly user: FullUser }) {
  const { t } = useTranslation('idCard')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        icon={<RefreshCcw aria-hidden="true" size={18} />}
        onClick={() => setOpen(true)}
      >
        {t('reissue.openOther')}
      </Button>
      {open && (
        <ReissueDialog
          cardId={user.cardId}
          holder={fullName(user)}
          onClose={() => setOpen(false)}
          onDone={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** A number that several people gave opens the account of one of them only; staff decide whose. */
function Duplicates({
  user: { id, duplicates },
  dashboard,
}: {
  readonly user: FullUser
  readonly dashboard: string
}) {
  const { t } = useTranslation(['registrationRequests', 'merges'])
  const format = useFormat()
  if (duplicates.length === 0) return null
  return (
    <Notice tone="warning" title={t('duplicates.title', { count: duplicates.length })}>
      <ul className="mt-2 grid gap-2">
        {duplicates.map((hint) => (
          <li key={hint.cardId}>
            <Auto>{fullName(hint)}</Auto>{' '}
            <Ltr className="tabular-nums">{bareCardId(hint.cardId)}</Ltr> ·{' '}
            {format.list(hint.reasons.map((reason) => t(`duplicates.reasons.${reason}`)))}
            {hint.strength === 'weak' && ` · ${t('duplicates.weak')}`}{' '}
            <Link
              to={`${dashboard}/users/${id}/merge/${hint.cardId}`}
              className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
            >
              {t('merges:compare')}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Every field that is held about a person, in the order in which staff ask for it. */
function MemberFacts({ user }: { readonly user: FullUser }) {
  const { t } = useTranslation('userManagement')
  const format = useFormat()
  const noticeText = ({ byMail, mailedAt }: EntryNotice): string => {
    if (mailedAt !== null) return t('informed.mailed', { date: format.date(mailedAt) })
    return t(byMail ? 'informed.waiting' : 'informed.otherwise')
  }
  const mother = `${user.mothersFirstName} ${user.mothersLastName}`.trim()
  const facts = usePersonFacts('record', user, {
    language: { label: t('fields.language'), value: t(`languages.${user.language}`) },
    connectionMethod: {
      label: t('fields.connectionMethod'),
      value: t(`connection.${user.connectionMethod}`),
    },
    mothersName: {
      label: t('fields.mothersName'),
      value: mother && <Auto>{mother}</Auto>,
    },
    memberSince: { label: t('fields.memberSince'), value: format.date(user.createdAt) },
    validated: { label: t('fields.validated'), value: t(user.validated ? 'yes' : 'no') },
  })
  const told =
    user.entryNotice === null
      ? []
      : [{ label: t('fields.informed'), value: noticeText(user.entryNotice) }]
  return (
    <div className="grid gap-6 wrap-anywhere print:columns-2 print:gap-8 print:*:break-inside-avoid">
      {(['contact', 'residence', 'birth', 'person', 'membership'] as const).map((group) => (
        <section key={group} className="grid gap-1">
          <h3 className="font-semibold text-brand">{t(`groups.${group}`)}</h3>
          <Facts items={group === 'membership' ? [...facts(group), ...told] : facts(group)} />
        </section>
      ))}
    </div>
  )
}
