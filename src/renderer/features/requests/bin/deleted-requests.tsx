import { useTranslation } from 'react-i18next'
import { type DeletedRequest, listDeletedRequests } from '#shared/contract/requests.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { askPage } from '../../../platform/calls/ask-page.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { BinLine, BinList, type BinSource } from '../../../ui/staff/bin-list.tsx'
import { DELETED_REQUESTS } from '../queries.ts'
import { useRestoreRequest } from './just-deleted.tsx'

const REQUESTS: BinSource<DeletedRequest> = {
  queryKey: DELETED_REQUESTS,
  read: (query, signal) => askPage(listDeletedRequests, { query }, { signal }),
}

interface DeletedRequestsProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The bin: deleted requests that can be restored; for administrators. */
export function DeletedRequests({ open, onOpenChange }: DeletedRequestsProps) {
  const { t } = useTranslation('registrationRequests')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bin.title')}
      description={t('bin.lead')}
      size="lg"
    >
      {open && (
        <BinList
          label={t('bin.title')}
          empty={t('bin.empty')}
          failure={t('bin.notLoaded')}
          source={REQUESTS}
          keyOf={({ id }) => id}
          Line={RequestLine}
        />
      )}
    </Dialog>
  )
}

function RequestLine({
  item: request,
  daysLeft,
}: {
  readonly item: DeletedRequest
  readonly daysLeft: number
}) {
  const { t } = useTranslation('registrationRequests')
  const format = useFormat()
  const restore = useRestoreRequest()
  const failure = restore.notice
  const day = (instant: string): string => format.date(new Date(instant), 'medium')
  return (
    <>
      <BinLine
        title={
          <>
            <Auto>{request.name}</Auto> · <Ltr>{request.id}</Ltr>
          </>
        }
        detail={`${t(`status.${request.status}`)} · ${day(request.createdAt)} · ${t(request.withPerson ? 'bin.withPerson' : 'bin.requestOnly')}`}
        reason={request.reason === '' ? t('bin.noReason') : request.reason}
        deleted={
          <>
            {t('bin.on', { date: day(request.deletedAt) })} ·{' '}
            <Ltr>{bareCardId(request.deletedBy)}</Ltr>
          </>
        }
        until={`${t('bin.until', { date: day(request.goneAt) })} · ${t('bin.daysLeft', { count: daysLeft })}`}
        restore={t('bin.restore')}
        restoreOf={t('bin.restoreOf', { id: request.id })}
        busy={restore.busy}
        onRestore={() => void restore.run(request.id)}
      />
      {failure !== undefined && (
        <Notice tone="danger" title={t('bin.notRestored')} className="basis-full">
          {failure}
        </Notice>
      )}
    </>
  )
}
