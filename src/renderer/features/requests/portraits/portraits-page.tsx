import { useQuery } from '@tanstack/react-query'
import { ImageOff, ArrowRight, Check, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type WaitingPortrait, decidePortrait } from '#shared/contract/portraits.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { useLanguageName } from '../../../i18n/language-names.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Avatar } from '../../../ui/picture/avatar.tsx'
import { useAddressFilters } from '../../../ui/staff/filters/use-address-filters.ts'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'
import { ListFrame } from '../../../ui/staff/staff-list.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { portraitsQuery, reloadPortraits, PORTRAITS_PER_PAGE } from '../queries.ts'
import { useReasons } from '../review/use-reasons.ts'

type PortraitStatus = 'approved' | 'rejected'
const OVERTAKEN: readonly string[] = ['conflict', 'not-found']

function usePortraitDecision() {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const [item, setItem] = useState<WaitingPortrait>()
  const [status, setStatus] = useState<PortraitStatus>('approved')
  const [isOpen, setOpen] = useState(false)
  const decide = useCall(
    async (waiting: WaitingPortrait, comment: string) => {
      await ask(decidePortrait, {
        params: { memberId: waiting.cardId },
        body: { status, portrait: waiting.portrait, comment },
      })
      toast.success(t(`portraits.done.${status}`, { name: fullName(waiting) }))
      setOpen(false)
      await reloadPortraits()
    },
    async (failure) => {
      if (failure.problem === undefined || !OVERTAKEN.includes(failure.problem.code))
        return problemText(t, failure)
      // Sent again, withdrawn, or decided by a colleague: the list shows what waits now.
      setOpen(false)
      toast.error(t('portraits.overtaken'))
      await reloadPortraits()
      return undefined
    },
  )
  const { busy, notice } = decide

  const open = (next: WaitingPortrait, as: PortraitStatus): void => {
    setItem(next)
    setStatus(as)
    decide.reset()
    setOpen(true)
  }
  const confirm = (comment: string): void => {
    if (item !== undefined && !busy) void decide.run(item, comment)
  }
  return { item, status, isOpen, busy, notice, open, confirm, close: () => setOpen(false) }
}

type PortraitDecisionState = ReturnType<typeof usePortraitDecision>

interface PortraitItemProps {
  readonly item: WaitingPortrait
  readonly onDecide: (status: 'approved' | 'rejected') => void
}

function PortraitItem({ item, onDecide }: PortraitItemProps) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  const id = useId()
  return (
    <li
      aria-labelledby={id}
      className="grid content-start gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-lg font-semibold">
          <Auto>{fullName(item)}</Auto>
        </h2>
        <Ltr className="text-sm text-muted tabular-nums">{bareCardId(item.cardId)}</Ltr>
        {item.sentAt !== null && (
          <p className="basis-full text-sm text-muted">
            {t('portraits.sent', { when: format.relative(item.sentAt) })}
          </p>
        )}
      </div>
      <div className="grid max-w-sm grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3">
        <Portrait address={item.oldPhotoUrl} words={t('portraits.old')} />
        <ArrowRight aria-hidden="true" size={22} className="mirror text-muted" />
        <Portrait address={item.newPhotoUrl} words={t('portraits.new')} />
      </div>
      {item.own ? (
        <p className="text-muted">{t('portraits.own')}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Check aria-hidden="true" size={20} />}
            aria-describedby={id}
            onClick={() => onDecide('approved')}
          >
            {t('portraits.approve')}
          </Button>
          <Button
            variant="secondary"
            icon={<X aria-hidden="true" size={20} />}
            aria-describedby={id}
            onClick={() => onDecide('rejected')}
          >
            {t('portraits.reject')}
          </Button>
        </div>
      )}
    </li>
  )
}

function Portrait({ address, words }: { readonly address: string | null; readonly words: string }) {
  return (
    <figure className="grid gap-1.5">
      <Avatar src={address} name={words} className="h-auto w-full aspect-[4/5] rounded-md" />
      <figcaption className="text-sm text-muted">{words}</figcaption>
    </figure>
  )
}

/** Approving asks for confirmation; rejecting asks for a reason, in the language of the member. */
function PortraitDecision({ decision }: { readonly decision: PortraitDecisionState }) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const { item, status, isOpen, busy, notice, confirm, close } = decision
  const language = item?.language ?? 'en'
  const languageName = useLanguageName()
  const templates = useReasons('portrait', language)
  const name =
    item === undefined ? null : (
      <p className="text-lg font-semibold">
        <Auto>{fullName(item)}</Auto>
      </p>
    )
  const error = notice !== undefined && (
    <Notice
      tone="danger"
      title={t(status === 'approved' ? 'messages.approveError' : 'messages.rejectError')}
    >
      {notice}
    </Notice>
  )
  return (
    <>
      <ConfirmDialog
        open={isOpen && status === 'approved'}
        onOpenChange={() => !busy && close()}
        title={t('portraits.approveTitle')}
        text={
          <>
            {name}
            <p>{t('portraits.approveText')}</p>
          </>
        }
        confirmLabel={t('portraits.approve')}
        onConfirm={() => confirm('')}
        busy={busy}
      >
        {error}
      </ConfirmDialog>
      <ReasonDialog
        open={isOpen && status === 'rejected'}
        title={t('portraits.rejectTitle')}
        commentLabel={t('decide.reject.comment')}
        commentHint={t('decide.mailHint', { language: languageName(language) })}
        commentRequired
        confirmLabel={t('portraits.reject')}
        tone="danger"
        templates={templates}
        busy={busy}
        error={error}
        onConfirm={confirm}
        onClose={close}
      >
        {name}
        <p>{t('portraits.rejectText')}</p>
      </ReasonDialog>
    </>
  )
}

/** New portraits beside those on the cards. */
export function PortraitsPage() {
  const { t } = useTranslation(['registrationRequests', 'common'])
  const { page, setPage } = useAddressFilters({})
  const query = useQuery(portraitsQuery(page, PORTRAITS_PER_PAGE))
  const decision = usePortraitDecision()
  return (
    <StaffPage
      title={t('portraits.title')}
      back={{ to: '..', relative: 'path', label: t('review.backToList') }}
      lead={t('portraits.lead')}
    >
      <ListFrame
        query={query}
        failure={t('messages.photoError')}
        pages={t('portraits.pages')}
        onPage={setPage}
      >
        {(list) =>
          list === undefined ? (
            <div aria-busy="true" className="grid gap-4 md:grid-cols-2">
              <output className="sr-only">{t('common:loading')}</output>
              <Skeleton className="h-72 rounded-lg" />
              <Skeleton className="h-72 rounded-lg" />
            </div>
          ) : list.items.length === 0 ? (
            <EmptyState icon={<ImageOff size={30} />} title={t('portraits.emptyTitle')}>
              {t('portraits.emptyText')}
            </EmptyState>
          ) : (
            <ul className="grid gap-4 md:grid-cols-2">
              {list.items.map((item) => (
                <PortraitItem
                  key={item.portrait}
                  item={item}
                  onDecide={(status) => decision.open(item, status)}
                />
              ))}
            </ul>
          )
        }
      </ListFrame>
      <PortraitDecision decision={decision} />
    </StaffPage>
  )
}
