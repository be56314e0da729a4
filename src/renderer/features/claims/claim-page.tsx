import { useQuery } from '@tanstack/react-query'
import { MailX, CircleCheck, CircleX, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router-dom'
import { CLAIM_TEXT_MAX, reopenClaim, updateClaim } from '#shared/contract/claims.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { alone, useLanguageName } from '../../i18n/language-names.ts'
import { ask } from '../../platform/calls/api.ts'
import { CallFailure } from '../../platform/calls/call-failure.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { LinkButton, Button } from '../../ui/button/button.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { refreshCounts } from '../../ui/staff/refresh-counts.ts'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { ClaimObjection } from './claim-objection.tsx'
import { claimQuery, CLAIMS, keepClaim, type OneClaim, takePresentState } from './claim-queries.ts'
import { ClaimStatus } from './claim-status.tsx'
import { ClaimThread } from './claim-thread.tsx'
import { ReplyForm } from './reply-form.tsx'
import { useClaimsPath } from './use-claims-path.ts'

/** Why a decision was not taken. What was typed stays in the dialog around it. */
function ClaimFailure({
  claim,
  failure,
}: {
  readonly claim: OneClaim
  readonly failure: CallFailure
}) {
  const { t } = useTranslation(['claims', 'problems'])
  if (failure.problem?.status !== 409)
    return (
      <Notice tone="danger" title={t('errors.decide')}>
        {problemText(t, failure)}
      </Notice>
    )
  const last = claim.entries.at(-1)
  return (
    <Notice
      tone="warning"
      title={t(`faster.${last?.kind ?? 'reply'}`, {
        name: last?.author?.name ?? t('thread.formerStaff'),
      })}
    >
      {t('faster.notKept')}
    </Notice>
  )
}

interface DecideDialogProps {
  readonly claim: OneClaim
  readonly decision: 'resolved' | 'rejected' | undefined
  readonly onClose: () => void
}

/** Closes a message with a note, for the sender or for staff alone. */
function DecideDialog({ claim, decision, onClose }: DecideDialogProps) {
  const { t } = useTranslation('claims')
  const [shown, setShown] = useState<'resolved' | 'rejected'>('resolved')
  const [mailed, setMailed] = useState(false)
  const decide = useCall(async (note: string) => {
    await ask(updateClaim, { params: { id: claim.id }, body: { status: shown, note, mailed } })
    await Promise.all([queryClient.invalidateQueries({ queryKey: CLAIMS }), refreshCounts()])
    toast.success(t(`decide.${shown}Done`))
    onClose()
  }, takePresentState)
  // While the dialog fades out it keeps its words.
  if (decision !== undefined && decision !== shown) setShown(decision)
  function close(): void {
    decide.reset()
    setMailed(false)
    onClose()
  }
  return (
    <ReasonDialog
      open={decision !== undefined}
      title={t(`decide.${shown}Title`, { id: claim.id })}
      commentLabel={t('decide.note')}
      commentHint={t(mailed ? 'decide.noteMailed' : 'decide.noteKept')}
      commentRequired
      commentMaxChars={CLAIM_TEXT_MAX}
      confirmLabel={t(shown === 'resolved' ? 'decide.resolve' : 'decide.reject')}
      tone={shown === 'resolved' ? 'normal' : 'danger'}
      busy={decide.busy}
      error={decide.failure && <ClaimFailure claim={claim} failure={decide.failure} />}
      onConfirm={(note) => void decide.run(note)}
      onClose={close}
    >
      <p>{t(`decide.${shown}Text`)}</p>
      <Checkbox
        label={t('decide.mail')}
        checked={mailed}
        onChange={({ target }) => setMailed(target.checked)}
      />
    </ReasonDialog>
  )
}

interface ReopenDialogProps {
  readonly claim: OneClaim
  readonly open: boolean
  readonly onClose: () => void
}

function ReopenDialog({ claim, open, onClose }: ReopenDialogProps) {
  const { t } = useTranslation('claims')
  const reopen = useCall(async (note: string) => {
    const body = { note, version: claim.version }
    keepClaim(await ask(reopenClaim, { params: { id: claim.id }, body }))
    toast.success(t('decide.reopened'))
    onClose()
  }, takePresentState)
  return (
    <ReasonDialog
      open={open}
      title={t('decide.reopenTitle', { id: claim.id })}
      commentLabel={t('decide.reopenNote')}
      commentHint={t('decide.noteKept')}
      commentMaxChars={CLAIM_TEXT_MAX}
      confirmLabel={t('decide.reopen')}
      busy={reopen.busy}
      error={reopen.failure && <ClaimFailure claim={claim} failure={reopen.failure} />}
      onConfirm={(note) => void reopen.run(note)}
      onClose={() => {
        reopen.reset()
        onClose()
      }}
    >
      <p>{t('decide.reopenText')}</p>
    </ReasonDialog>
  )
}

const LINK =
  'inline-flex min-h-11 items-center font-semibold text-brand underline-offset-4 hover:underline'

/** The sender as given in the form; only the account number is verified. */
function ClaimSender({
  claim: { userName, userId, email, phoneNumber, language },
}: {
  readonly claim: OneClaim
}) {
  const { t } = useTranslation('claims')
  const languageName = useLanguageName()
  const { list, memberPage } = useClaimsPath()
  const rows = [
    [t('sender.name'), <Auto key="name">{userName}</Auto>],
    [
      t('sender.account'),
      userId === null ? (
        t('sender.visitor')
      ) : memberPage === undefined ? (
        <Ltr key="id">{bareCardId(userId)}</Ltr>
      ) : (
        <MemberLink key="id" to={memberPage(userId)} cardId={bareCardId(userId)} />
      ),
    ],
    [t('sender.email'), <Ltr key="email">{email}</Ltr>],
    ...(phoneNumber === ''
      ? []
      : [[t('sender.phone'), <Ltr key="phone">{phoneNumber}</Ltr>] as const]),
    [t('sender.language'), alone(languageName(language))],
  ] as const
  return (
    <section
      aria-labelledby="claim-sender"
      className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 id="claim-sender" className="text-xl headline">
        {t('sender.title')}
      </h2>
      <dl className="mt-3 grid gap-3">
        {rows.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {userId === null && <p className="mt-3 text-sm text-muted">{t('sender.unproven')}</p>}
      <Link to={`${list}?status=&q=${encodeURIComponent(email)}`} className={LINK}>
        {t('sender.others')}
      </Link>
    </section>
  )
}

function MemberLink({ to, cardId }: { readonly to: string; readonly cardId: string }) {
  const { t } = useTranslation('claims')
  return (
    <Link to={to} className={LINK} aria-label={t('sender.openMember', { id: cardId })}>
      <Ltr>{cardId}</Ltr>
    </Link>
  )
}

/** Closing a message without writing a reply, and opening it again. */
function ClaimDecisions({ claim }: { readonly claim: OneClaim }) {
  const { t } = useTranslation('claims')
  const { mayReopen } = useClaimsPath()
  // The dialogs stay while they are open, also when a colleague decides meanwhile: they hold typed text.
  const [dialog, setDialog] = useState<'resolved' | 'rejected' | 'reopen'>()
  const close = (): void => setDialog(undefined)
  const isOpen = claim.status === 'open'
  return (
    <section
      aria-labelledby="claim-decisions"
      className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 id="claim-decisions" className="text-xl headline">
        {t('decide.title')}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {t(isOpen ? 'decide.lead' : mayReopen ? 'decide.closed' : 'decide.closedForGood')}
      </p>
      <div className="mt-4 grid gap-2 empty:hidden">
        {isOpen && (
          <>
            <Button
              variant="secondary"
              icon={<CircleCheck aria-hidden="true" size={18} />}
              onClick={() => setDialog('resolved')}
            >
              {t('decide.resolve')}
            </Button>
            <Button
              variant="secondary"
              icon={<CircleX aria-hidden="true" size={18} />}
              onClick={() => setDialog('rejected')}
            >
              {t('decide.reject')}
            </Button>
          </>
        )}
        {!isOpen && mayReopen && (
          <Button
            variant="secondary"
            icon={<RotateCcw aria-hidden="true" size={18} />}
            onClick={() => setDialog('reopen')}
          >
            {t('decide.reopen')}
          </Button>
        )}
      </div>
      <DecideDialog
        claim={claim}
        decision={dialog === 'reopen' ? undefined : dialog}
        onClose={close}
      />
      <ReopenDialog claim={claim} open={dialog === 'reopen'} onClose={close} />
    </section>
  )
}

/** An id that no claim can have is refused as malformed; to the reader both mean: there is no such message. */
const isUnknown = (error: Error | null): boolean =>
  [404, 400, 422].includes((error instanceof CallFailure ? error.problem?.status : undefined) ?? 0)

/** Where the list was left: its filters are in the address that led here. */
function useListAddress(): string {
  const { list } = useClaimsPath()
  const state: unknown = useLocation().state
  const search =
    typeof state === 'object' &&
    state !== null &&
    'search' in state &&
    typeof state.search === 'string'
      ? state.search
      : ''
  return search.startsWith('?') ? `${list}${search}` : list
}

export function ClaimPage() {
  const { t } = useTranslation('claims')
  const { id = '' } = useParams()
  const claim = useQuery(claimQuery(id))
  const back = useListAddress()
  const unknown = isUnknown(claim.error)
  return (
    <StaffPage
      title={t('one.title', { id })}
      lead={claim.data !== undefined && <Headline claim={claim.data} />}
      back={{ to: back, label: t('one.back') }}
    >
      {unknown ? (
        <EmptyState icon={<MailX size={30} />} title={t('one.unknown')}>
          <LinkButton to={back} className="mt-2">
            {t('one.back')}
          </LinkButton>
        </EmptyState>
      ) : (
        <Loaded query={claim} failure={t('errors.one')} skeleton={<ClaimSkeleton />}>
          {(loaded) => <ClaimBody key={loaded.id} claim={loaded} />}
        </Loaded>
      )}
    </StaffPage>
  )
}

function Headline({ claim: { subject, status, repliedAt } }: { readonly claim: OneClaim }) {
  const { t } = useTranslation('claims')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <ClaimStatus status={status} repliedAt={repliedAt} />
      <span>{t(`subjects.${subject}`)}</span>
    </div>
  )
}

function ClaimBody({ claim }: { readonly claim: OneClaim }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <ClaimThread claim={claim} />
        <ReplyForm claim={claim} />
      </div>
      <div className="grid gap-6">
        <ClaimObjection claim={claim} />
        <ClaimSender claim={claim} />
        <ClaimDecisions claim={claim} />
      </div>
    </div>
  )
}

const ClaimSkeleton = () => (
  <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
    <Skeleton className="h-64 rounded-lg" />
    <Skeleton className="h-64 rounded-lg" />
  </div>
)
