import { FileText, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#shared/domain/person-name.ts'
import { dashboardPath, roleOf } from '#shared/domain/roles.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Avatar } from '../../../ui/picture/avatar.tsx'
import { RoleBadge, StatusBadge } from '../../../ui/feedback/badge.tsx'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { MemberFacts } from './member-facts.tsx'
import { mayDelete, mayEdit, useActor } from '../use-actor.ts'
import { type FullUser, type User, usePortraits, useUser } from '../use-users.ts'

interface MemberDialogProps {
  readonly id: string | undefined
  readonly onClose: () => void
  readonly onEdit: (user: Pick<User, 'id'>) => void
  readonly onDelete: (user: User) => void
}

/** All data of one person, without the documents: their own page logs each look. */
export function MemberDialog({ id, onClose, ...ways }: MemberDialogProps) {
  const { t } = useTranslation('userManagement')
  return (
    <Dialog
      open={id !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={t('view.title')}
      description={t('view.logged')}
      size="lg"
    >
      {id !== undefined && <Member id={id} {...ways} />}
    </Dialog>
  )
}

function Member({
  id,
  ...ways
}: Omit<MemberDialogProps, 'id' | 'onClose'> & { readonly id: string }) {
  const { t } = useTranslation('userManagement')
  return (
    <Loaded query={useUser(id)} failure={t('view.failed')} skeleton={<MemberSkeleton />}>
      {(user) => <Shown user={user} {...ways} />}
    </Loaded>
  )
}

const MemberSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton className="h-40" />
    <Skeleton className="h-24" />
    <Skeleton className="h-24" />
  </div>
)

function Shown({
  user,
  onEdit,
  onDelete,
}: Omit<MemberDialogProps, 'id' | 'onClose'> & { readonly user: FullUser }) {
  const { t } = useTranslation('userManagement')
  const actor = useActor()
  const portrait = usePortraits([user], 'card').get(user.wldCardPhoto?.photoUrl ?? '')
  const dashboard = actor.role === 'member' ? '' : dashboardPath(actor.role)
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start gap-5">
        <Avatar
          src={portrait}
          name={t('view.portrait', { name: fullName(user) })}
          size="large"
          className="max-sm:h-30 max-sm:w-24"
        />
        <div className="grid min-w-0 flex-1 basis-48 content-start gap-2">
          <p className="text-xl headline wrap-anywhere">
            <Auto>{fullName(user)}</Auto>
          </p>
          <p className="flex flex-wrap items-center gap-x-2">
            <Ltr className="tabular-nums">{user.cardId}</Ltr>
            <CopyButton text={user.cardId} label={t('view.copy')} variant="quiet" />
          </p>
          <p className="flex flex-wrap gap-2">
            <RoleBadge role={roleOf(user.role.id)} />
            <StatusBadge status={user.status} />
          </p>
          <div className="mt-1 flex flex-wrap gap-2">
            {mayEdit(actor, user) && (
              <Button
                variant="secondary"
                icon={<Pencil aria-hidden="true" size={18} />}
                onClick={() => onEdit(user)}
              >
                {t('view.edit')}
              </Button>
            )}
            {user.idProofPhotos.length > 0 && (
              <LinkButton
                variant="secondary"
                to={`${dashboard}/requests/documents/${user.id}`}
                icon={<FileText aria-hidden="true" size={18} />}
              >
                {t('view.documents')}
              </LinkButton>
            )}
            {mayDelete(actor, user) && (
              <Button
                variant="quiet"
                className="text-danger"
                icon={<Trash2 aria-hidden="true" size={18} />}
                onClick={() => onDelete(user)}
              >
                {t('view.delete')}
              </Button>
            )}
          </div>
        </div>
      </div>
      <Duplicates user={user} />
      <MemberFacts user={user} />
    </div>
  )
}

/** A number that several people gave opens the account of one of them only; staff decide whose. */
function Duplicates({ user: { duplicates } }: { readonly user: FullUser }) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  if (duplicates.length === 0) return null
  return (
    <Notice tone="warning" title={t('duplicates.title', { count: duplicates.length })}>
      <ul className="mt-2 grid gap-2">
        {duplicates.map((hint) => (
          <li key={hint.cardId}>
            <Auto>{fullName(hint)}</Auto> <Ltr className="tabular-nums">{hint.cardId}</Ltr> ·{' '}
            {format.list(hint.reasons.map((reason) => t(`duplicates.reasons.${reason}`)))}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
