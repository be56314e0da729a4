import { useTranslation } from 'react-i18next'
import { fullName } from '#shared/domain/people/person-name.ts'
import type { FullRequest } from '#shared/contract/requests.ts'
import { roleOfLetter } from '#shared/domain/people/roles.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Avatar } from '../../../ui/picture/avatar.tsx'
import { Ltr, Auto } from '../../../ui/bidi.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ShortcutsHelp, useShortcuts } from '../../../ui/staff/shortcuts.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { JustDeletedRequest } from '../bin/just-deleted.tsx'
import { DocumentViewer } from '../documents/document-viewer.tsx'
import { RequestStatusBadge } from '../request-status.tsx'
import { BackToList } from './back-to-list.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { Duplicates } from './duplicates.tsx'
import { PersonFacts } from './person-facts.tsx'
import { ReviewLog } from './review-log.tsx'
import { useClaim } from './use-review-lock.ts'
import { useDecision, type ReviewDeed } from './use-decision.ts'
import { useQueue, type Queue } from './use-queue.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Check, ChevronLeft, ChevronRight, Trash2, X } from 'lucide-react'

interface DecisionBarProps {
  readonly request: FullRequest
  readonly mine: boolean
  readonly queue: Queue
  readonly busy: boolean
  readonly onAsk: (deed: ReviewDeed) => void
}

/** The actions, at the bottom of the window at any scroll position. */
function DecisionBar({ request, mine, queue, busy, onAsk }: DecisionBarProps) {
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
    <fieldset
      aria-label={t('decide.bar')}
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-2 border-t border-line bg-canvas px-4 py-2.5 print:hidden"
    >
      {pending && mine && (
        <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button icon={<Check aria-hidden="true" size={20} />} onClick={() => onAsk('approve')}>
            {t('decide.approve.confirm')}
          </Button>
          <Button
            variant="danger"
            icon={<X aria-hidden="true" size={20} />}
            onClick={() => onAsk('reject')}
          >
            {t('decide.reject.confirm')}
          </Button>
        </div>
      )}
      {free && (
        <Button
          variant="quiet"
          className="sm:me-auto"
          icon={<Trash2 aria-hidden="true" size={18} />}
          onClick={() => onAsk('delete')}
        >
          {t('decide.delete.confirm')}
        </Button>
      )}
      <div className="ms-auto flex gap-2">
        <Button
          variant="secondary"
          busy={queue.moving === 'back'}
          icon={<ChevronLeft aria-hidden="true" size={20} className="mirror" />}
          onClick={() => void queue.go('back')}
        >
          <span className="max-sm:sr-only">{t('queue.previous')}</span>
        </Button>
        <Button
          variant="secondary"
          busy={queue.moving === 'forward'}
          onClick={() => void queue.go('forward')}
        >
          {t('queue.next')}
          <ChevronRight aria-hidden="true" size={20} className="mirror" />
        </Button>
      </div>
    </fieldset>
  )
}

interface ClaimBarProps {
  readonly request: FullRequest
  readonly busy: boolean
  readonly notice: string | undefined
  readonly onTake: (takeOver: boolean) => void
}

/** The reviewer of the request. Empty for the own review lock: then a line beside the heading says so. */
function ClaimBar({ request: { status, claim }, busy, notice, onTake }: ClaimBarProps) {
  const { t } = useTranslation(['registrationRequests', 'problems'])
  const format = useFormat()
  const session = useSession()
  const mayTakeOver = session.state === 'authenticated' && session.user.role === 'admin'
  if (status !== 'pending' || claim?.mine === true) return null
  const take = (takeOver: boolean, label: string) => (
    <Button variant="secondary" busy={busy} onClick={() => onTake(takeOver)}>
      {label}
    </Button>
  )
  if (claim === null) {
    if (busy) return null
    return (
      <Notice
        tone={notice === undefined ? 'info' : 'danger'}
        title={t('claim.freeTitle')}
        action={take(false, t('claim.take'))}
      >
        {notice ?? t('claim.freeText')}
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      title={t('claim.otherTitle')}
      {...(mayTakeOver && { action: take(true, t('claim.takeOver')) })}
    >
      <p>
        <Auto className="font-semibold">{claim.by.name}</Auto>
        {' · '}
        {t(`common:roles.${roleOfLetter(claim.by.role)}`)}
        {' · '}
        {t('claim.until', { time: format.time(claim.until) })}
      </p>
      <p>{t(mayTakeOver ? 'claim.otherTextAdmin' : 'claim.otherText')}</p>
      {notice !== undefined && <p className="text-danger">{notice}</p>}
    </Notice>
  )
}

const SIDES = ['front', 'back'] as const

/** A request with all that its decision needs: document beside portrait, data, duplicates, history. */
export function Workbench({ request }: { readonly request: FullRequest }) {
  const { t } = useTranslation('registrationRequests')
  const name = fullName(request)
  const claim = useClaim(request)
  const queue = useQueue(request)
  const decision = useDecision(request, queue.afterDecision)
  const documents = request.idProofPhotos.flatMap(({ photoUrl }, index) => {
    const side = SIDES[index]
    return side === undefined ? [] : [{ side, photoUrl }]
  })
  return (
    <StaffPage
      title={name}
      lead={<Head request={request} mine={claim.mine} />}
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
        <ClaimBar
          request={request}
          busy={claim.busy}
          notice={claim.notice}
          onTake={(takeOver) => void claim.take(takeOver)}
        />
        {queue.said !== undefined && <Notice tone="info">{queue.said}</Notice>}
        <Duplicates hints={request.duplicates} />
      </div>
      {/* What is compared comes first on a phone too; the history stands below the document where there are two columns. */}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:grid-rows-[auto_1fr]">
        {/* Where the person is withheld, an empty place would say that nothing was sent. */}
        {request.birthDate !== null && (
          <Section title={t('review.documents')}>
            <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_9rem]">
              <DocumentViewer documents={documents} />
              <figure className="grid justify-items-start gap-2 sm:pt-13">
                <Avatar
                  src={request.portraitUrl}
                  name={t('review.portraitAlt')}
                  size="large"
                  className="sm:h-auto sm:w-full sm:aspect-[4/5]"
                />
                <figcaption className="text-sm text-muted">{t('review.portrait')}</figcaption>
              </figure>
            </div>
          </Section>
        )}
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Section title={t('facts.title')}>
            <PersonFacts request={request} />
          </Section>
        </div>
        <Section title={t('log.title')}>
          <ReviewLog entries={request.log} />
        </Section>
      </div>
      <DecisionBar
        request={request}
        mine={claim.mine}
        queue={queue}
        busy={decision.busy}
        onAsk={decision.ask}
      />
      <DecisionDialog
        request={request}
        deed={decision.deed}
        busy={decision.busy}
        notice={decision.notice}
        onConfirm={decision.confirm}
        onClose={decision.close}
      />
      {decision.passwordDialog}
    </StaffPage>
  )
}

function Head({ request, mine }: { readonly request: FullRequest; readonly mine: boolean }) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <RequestStatusBadge status={request.status} />
      <Ltr className="tabular-nums">{request.requestId}</Ltr>
      <span>{t('review.waiting', { count: request.waiting })}</span>
      {mine && request.claim !== null && (
        <span className="text-info">
          {t('claim.mine', { time: format.time(request.claim.until) })}
        </span>
      )}
    </span>
  )
}
