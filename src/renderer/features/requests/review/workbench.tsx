import { useTranslation } from 'react-i18next'
import { fullName } from '#shared/domain/person-name.ts'
import type { FullRequest } from '#shared/contract/requests.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Ltr } from '../../../ui/bidi.tsx'
import { Section } from '../../../ui/section.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ShortcutsHelp } from '../../../ui/staff/shortcuts.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { JustDeletedRequest } from '../bin/just-deleted.tsx'
import { DocumentViewer } from '../documents/document-viewer.tsx'
import { RequestStatusBadge } from '../request-status.tsx'
import { BackToList } from './back-to-list.tsx'
import { ClaimBar } from './claim-bar.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { Duplicates } from './duplicates.tsx'
import { PersonFacts } from './person-facts.tsx'
import { ReviewLog } from './review-log.tsx'
import { useClaim } from './use-claim.ts'
import { useDecision } from './use-decision.ts'
import { useQueue } from './use-queue.ts'

const SIDES = ['front', 'back'] as const

/** A request with all that its decision needs: document beside portrait, data, likenesses, history. */
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
          failure={claim.failure}
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
        failure={decision.failure}
        onConfirm={(comment) => void decision.confirm(comment)}
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
