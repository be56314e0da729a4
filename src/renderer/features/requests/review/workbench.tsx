import { Check, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DuplicateHint } from '#shared/contract/duplicates.ts'
import type { FullRequest } from '#shared/contract/requests.ts'
import { requestIdOf } from '#shared/domain/card/read-member-number.ts'
import { parseHeldNumber } from '#shared/domain/people/legal-hold.ts'
import { bareCardId, cardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { REQUEST_CHECKS, type RequestCheck } from '#shared/domain/people/registration-rules.ts'
import { dashboardPath } from '#shared/domain/people/roles.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useHoldsOn } from '../../../platform/calls/holds-query.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { StatusBadge } from '../../../ui/feedback/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Avatar } from '../../../ui/picture/avatar.tsx'
import { DeskBar, DeskButton, DeskWays, Ticked } from '../../../ui/staff/desk/desk-bar.tsx'
import { LockNotice } from '../../../ui/staff/desk/lock-notice.tsx'
import { useReviewLock } from '../../../ui/staff/desk/use-review-lock.ts'
import { HeldNote } from '../../../ui/staff/held-note.tsx'
import { MoreMenu } from '../../../ui/staff/more-menu.tsx'
import { useWaiting } from '../../../ui/staff/refresh-counts.ts'
import { ShortcutsHelp, useShortcuts } from '../../../ui/staff/shortcuts.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { JustDeletedRequest } from '../bin/just-deleted.tsx'
import { DocumentViewer, ShownTo } from '../documents/document-viewer.tsx'
import { requestLock } from '../queries.ts'
import { RequestStatusBadge } from '../request-status.tsx'
import { BackToList } from './back-to-list.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { PersonFacts } from './person-facts.tsx'
import { RequestChecks } from './request-checks.tsx'
import { ReviewLog } from './review-log.tsx'
import { useDecision, type ReviewDeed } from './use-decision.ts'
import { useQueue, type Queue } from './use-queue.ts'

interface DecisionBarProps {
  readonly request: FullRequest
  readonly mine: boolean
  readonly queue: Queue
  readonly busy: boolean
  readonly onAsk: (deed: ReviewDeed) => void
  readonly ticked: number
  readonly checks: ReactNode
}

/** The actions, at the bottom of the window at any scroll position. */
function DecisionBar({ request, mine, queue, busy, onAsk, ticked, checks }: DecisionBarProps) {
  const { t } = useTranslation('registrationRequests')
  const pending = request.status === 'pending'
  const decides = mine && !busy
  const moves = queue.moving === undefined && !busy
  const free = !pending || mine || request.claim === null
  useShortcuts([
    { keys: 'a', label: t('decide.approve.confirm'), run: () => onAsk('approve'), when: decides },
    { keys: 'r', label: t('decide.reject.confirm'), run: () => onAsk('reject'), when: decides },
    { keys: 'n', label: t('queue.next'), run: () => void queue.go('forward'), when: moves },
    { keys: 'p', label: t('queue.previous'), run: () => void queue.go('back'), when: moves },
  ])
  return (
    <DeskBar
      label={t('decide.bar')}
      decisions={
        pending &&
        mine && (
          <>
            <Ticked done={ticked} of={REQUEST_CHECKS.length}>
              {checks}
            </Ticked>
            <DeskButton
              label={t('decide.approve.confirm')}
              keys="a"
              icon={<Check aria-hidden="true" size={20} />}
              onClick={() => onAsk('approve')}
            />
            <DeskButton
              label={t('decide.reject.confirm')}
              keys="r"
              variant="danger"
              icon={<X aria-hidden="true" size={20} />}
              onClick={() => onAsk('reject')}
            />
          </>
        )
      }
    >
      {free && (
        <MoreMenu inBar>
          <Button
            variant="quiet"
            icon={<Trash2 aria-hidden="true" size={18} />}
            onClick={() => onAsk('delete')}
          >
            {t('decide.delete.confirm')}
          </Button>
        </MoreMenu>
      )}
      <DeskWays
        previous={{
          label: t('queue.previous'),
          busy: queue.moving === 'back',
          onClick: () => void queue.go('back'),
        }}
        next={{
          label: t('queue.next'),
          busy: queue.moving === 'forward',
          onClick: () => void queue.go('forward'),
        }}
      />
    </DeskBar>
  )
}

/** The reviewer of a request that waits. */
function ClaimBar({
  request: { status, claim },
  lock,
}: {
  readonly request: FullRequest
  readonly lock: ReturnType<typeof useReviewLock>
}) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  if (status !== 'pending') return null
  return (
    <LockNotice
      claim={claim}
      busy={lock.busy}
      notice={lock.notice}
      words={{
        freeTitle: t('claim.freeTitle'),
        freeText: t('claim.freeText'),
        take: t('claim.take'),
        takeOver: t('claim.takeOver'),
        otherTitle: t('claim.otherTitle'),
        otherText: t('claim.otherText'),
        otherTextAdmin: t('claim.otherTextAdmin'),
        until: claim === null ? '' : t('claim.until', { time: format.time(claim.until) }),
      }}
      onTake={(takeOver) => void lock.take(takeOver)}
    />
  )
}

const SIDES = ['front', 'back'] as const

/** A request with all that its decision needs: document beside portrait, data, duplicates, history. */
export function Workbench({ request }: { readonly request: FullRequest }) {
  const { t } = useTranslation('registrationRequests')
  const name = fullName(request)
  const claim = useReviewLock(requestLock, {
    id: request.requestId,
    waits: request.status === 'pending',
    claim: request.claim,
  })
  const queue = useQueue(request)
  const [checks, setChecks] = useState<readonly RequestCheck[]>([])
  const [documentDrawn, setDocumentDrawn] = useState(false)
  const decision = useDecision(request, checks, (deed, next) => {
    if (deed === 'delete') claim.forget() // a decision can be undone, so it keeps the lock
    return queue.afterDecision(deed, next)
  })
  const documents = request.idProofPhotos.flatMap(({ photoUrl }, index) => {
    const side = SIDES[index]
    return side === undefined ? [] : [{ side, photoUrl }]
  })
  const boxes = <RequestChecks request={request} done={checks} onChange={setChecks} />
  return (
    <StaffPage
      title={name}
      lead={<Head request={request} mine={claim.mine} />}
      endIsSmall
      end={
        <>
          <ShortcutsHelp />
          <BackToList />
        </>
      }
    >
      <div className="grid gap-3 empty:hidden">
        <JustDeletedRequest />
        {decision.overtaken !== undefined && (
          <Notice tone="warning" title={t(`overtaken.${decision.overtaken}`)}>
            {t('overtaken.text')}
          </Notice>
        )}
        <ClaimBar request={request} lock={claim} />
        {queue.said !== undefined && <Notice tone="info">{queue.said}</Notice>}
        <HeldByOther requestId={request.requestId} />
        <AlreadyMember request={request} />
        <Duplicates cardId={request.cardId} hints={request.duplicates} />
      </div>
      {/* What is compared comes first on a phone too. Document and portrait, side by side from 40rem, are in sight above the
          bar: they have the whole line until at 54rem the first column has room for both, above the history. */}
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[40rem]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] @min-[54rem]:grid-cols-[minmax(35.25rem,5fr)_minmax(0,3fr)] @min-[54rem]:grid-rows-[auto_1fr]">
          {/* Where the person is withheld, an empty place would say that nothing was sent. */}
          {request.birthDate !== null && (
            <div className="@min-[40rem]:col-span-2 @min-[54rem]:col-span-1">
              <Section title={t('review.documents')}>
                <div className="@container">
                  {/* In a narrow column the portrait stands below the document. */}
                  <div className="grid grid-cols-[8rem_minmax(0,1fr)] items-start gap-4 @min-[32rem]:grid-cols-[minmax(0,1fr)_9rem]">
                    {/* Its tools know its own width: beside the portrait they stay one line. */}
                    <div className="@container col-span-2 @min-[32rem]:col-span-1">
                      <DocumentViewer
                        documents={documents}
                        onDrawn={() => setDocumentDrawn(true)}
                      />
                    </div>
                    <figure className="grid justify-items-start gap-1 @min-[32rem]:pt-13">
                      <Avatar
                        src={request.portraitUrl}
                        name={t('review.portraitAlt')}
                        size="large"
                        className="@min-[32rem]:h-auto @min-[32rem]:w-full @min-[32rem]:aspect-[4/5]"
                      />
                      <figcaption className="text-sm text-muted">{t('review.portrait')}</figcaption>
                    </figure>
                    <div className="col-span-2">{documents.length > 0 && <ShownTo />}</div>
                  </div>
                </div>
              </Section>
            </div>
          )}
          <div className="grid gap-4 @min-[54rem]:col-start-2 @min-[54rem]:row-span-2 @min-[54rem]:row-start-1">
            {request.status === 'pending' && claim.mine && boxes}
            <Section title={t('facts.title')}>
              <PersonFacts request={request} />
            </Section>
          </div>
          <Section title={t('log.title')}>
            <ReviewLog entries={request.log} />
          </Section>
        </div>
      </div>
      <DecisionBar
        request={request}
        mine={claim.mine}
        queue={queue}
        busy={decision.busy}
        onAsk={decision.ask}
        ticked={checks.length}
        checks={boxes}
      />
      <DecisionDialog
        request={request}
        deed={decision.deed}
        checks={checks}
        documentDrawn={documentDrawn}
        busy={decision.busy}
        notice={decision.notice}
        onConfirm={decision.confirm}
        onClose={decision.close}
      />
      {decision.passwordDialog}
    </StaffPage>
  )
}

/** A hold on the person holds the request, and the other way round. */
function HeldByOther({ requestId }: { readonly requestId: string }) {
  const number = parseHeldNumber(requestId)
  const holds = useHoldsOn({
    request: requestId,
    ...(number !== undefined && { member: cardId(number) }),
  })
  return <HeldNote holds={holds} effect="bin" />
}

function Head({ request, mine }: { readonly request: FullRequest; readonly mine: boolean }) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  // The number of the tab: that of the look is older as soon as a colleague decides.
  const count = useWaiting().data?.requests ?? request.waiting
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <RequestStatusBadge status={request.status} />
      <Ltr className="tabular-nums">{request.requestId}</Ltr>
      <span className="print:hidden">{t('review.waiting', { count })}</span>
      {mine && request.claim !== null && (
        <span className="text-info print:hidden">
          {t('claim.mine', { time: format.time(request.claim.until) })}
        </span>
      )}
    </span>
  )
}

/** Where members are managed; undefined for staff who do not. */
function useUsersPath(): string | undefined {
  const session = useSession()
  const role = session.state === 'authenticated' ? session.user.role : undefined
  return role === 'admin' || role === 'content' ? `${dashboardPath(role)}/users` : undefined
}

/** The request of a person who was a member already: it became part of that record. */
function AlreadyMember({
  request: { requestId, cardId: card },
}: {
  readonly request: FullRequest
}) {
  const { t } = useTranslation('merges')
  const users = useUsersPath()
  if (requestIdOf(card) === requestId) return null
  return (
    <Notice
      tone="info"
      title={t('request.title')}
      action={
        users !== undefined && (
          <LinkButton variant="secondary" to={`${users}/${card}`}>
            {t('request.open')}
          </LinkButton>
        )
      }
    >
      {t('request.text', { card: bareCardId(card) })}
    </Notice>
  )
}

/** Possible duplicates. A hint and not a verdict: twins and namesakes exist. */
function Duplicates({
  cardId: card,
  hints,
}: {
  readonly cardId: string
  readonly hints: readonly DuplicateHint[]
}) {
  const { t } = useTranslation(['registrationRequests', 'merges'])
  const format = useFormat()
  const users = useUsersPath()
  if (hints.length === 0) return null
  return (
    <Notice tone="warning" title={t('duplicates.title', { count: hints.length })}>
      <ul className="mt-2 divide-y divide-line">
        {hints.map((hint) => (
          <li key={hint.cardId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 grow basis-56">
              <span className="block font-semibold">
                <Auto>{fullName(hint)}</Auto>{' '}
                <Ltr className="font-normal tabular-nums">{bareCardId(hint.cardId)}</Ltr>
              </span>
              <span className="block text-sm">
                {format.list(hint.reasons.map((reason) => t(`duplicates.reasons.${reason}`)))}
                {hint.strength === 'weak' && ` · ${t('duplicates.weak')}`}
                {hint.birthDate !== '' &&
                  ` · ${t('duplicates.born', { date: format.date(hint.birthDate) })}`}
              </span>
            </span>
            {hint.requestStatus === null ? (
              <StatusBadge status={hint.status} />
            ) : (
              <RequestStatusBadge status={hint.requestStatus} />
            )}
            {hint.requestId !== null && (
              <Link
                relative="path"
                to={`../${hint.requestId}`}
                className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
              >
                {t('duplicates.open')}
              </Link>
            )}
            {users !== undefined && (
              <Link
                to={`${users}/${card}/merge/${hint.cardId}`}
                className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
              >
                {t('merges:compare')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
