import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import {
  cancelReceipt,
  type PrintedReceipt,
  readReceipt,
} from '#shared/contract/donation-receipts.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useCall } from '../../../ui/call/use-call.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { ReasonDialog } from '../../../ui/staff/reason-dialog.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../../ui/staff/use-dashboard.ts'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import { allPledges } from '../pledge-queries.ts'
import { ReceiptPaper } from './receipt-paper.tsx'

/** One receipt as it is on paper, and the buttons that print and cancel it. */
export function ReceiptPage() {
  const { t } = useTranslation('taxReceipts')
  const { id = '' } = useParams()
  const { base } = useDashboard()
  const [cancelling, setCancelling] = useState(false)
  const { guard, dialog } = useStepUp(t('one.show'), t('one.why'))
  const query = useQuery({
    queryKey: ['tax-receipt', id],
    queryFn: ({ signal }) => guard(() => ask(readReceipt, { params: { id } }, { signal })),
    gcTime: 0, // the address is removed with the page that shows it
    staleTime: Number.POSITIVE_INFINITY, // each look is recorded
  })
  const receipt = query.data?.kind === 'done' ? query.data.value : undefined
  return (
    <StaffPage
      title={receipt === undefined ? t('one.any') : t('one.title', { number: receipt.number })}
      back={{ to: `${base}/donations/receipts`, label: t('title') }}
      lead={t('one.lead')}
      end={
        receipt !== undefined && (
          <>
            {receipt.cancelled === null && (
              <Button variant="secondary" onClick={() => setCancelling(true)}>
                {t('cancel.open')}
              </Button>
            )}
            {receipt.copy !== null && (
              <Button onClick={() => window.print()}>{t('one.print')}</Button>
            )}
          </>
        )
      }
    >
      <Loaded query={query} failure={t('one.failed')} skeleton={<Skeleton className="h-96" />}>
        {(reply) =>
          reply.kind === 'cancelled' ? (
            <EmptyState icon={<FileX size={30} />} title={t('one.locked')}>
              <Button
                variant="secondary"
                busy={query.isFetching}
                onClick={() => void query.refetch()}
              >
                {t('one.show')}
              </Button>
            </EmptyState>
          ) : (
            <Shown receipt={reply.value} />
          )
        }
      </Loaded>
      {cancelling && receipt !== undefined && (
        <CancelDialog
          receipt={receipt}
          onClose={(done) => {
            setCancelling(false)
            if (done) void query.refetch()
          }}
        />
      )}
      {dialog}
    </StaffPage>
  )
}

function Shown({ receipt }: { readonly receipt: PrintedReceipt }) {
  const { t } = useTranslation('taxReceipts')
  const format = useFormat()
  const { cancelled, copy } = receipt
  return (
    <>
      {cancelled !== null && (
        <Notice
          tone="warning"
          title={t('one.cancelled', { date: format.date(cancelled.at, 'medium') })}
        >
          <Auto>{cancelled.reason}</Auto>
        </Notice>
      )}
      {copy === null ? (
        <EmptyState icon={<FileX size={30} />} title={t('one.gone')}>
          {t('one.goneText')}
        </EmptyState>
      ) : (
        <section
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a narrow screen it scrolls, by keyboard as well
          tabIndex={0}
          aria-label={t('one.title', { number: receipt.number })}
          dir="ltr" // as the paper in it: it scrolls from the first letters of the lines
          className="overflow-x-auto rounded-lg border border-line bg-white p-4"
        >
          <ReceiptPaper receipt={receipt} copy={copy} />
        </section>
      )}
    </>
  )
}

function CancelDialog({
  receipt,
  onClose,
}: {
  readonly receipt: PrintedReceipt
  readonly onClose: (done: boolean) => void
}) {
  const { t } = useTranslation('taxReceipts')
  const { guard, dialog } = useStepUp(t('cancel.title'), t('cancel.why'))
  const cancel = useCall(async (reason: string) => {
    const outcome = await guard(() =>
      ask(cancelReceipt, { params: { id: receipt.id }, body: { reason } }),
    )
    if (outcome.kind === 'cancelled') return
    toast.success(t('cancel.done', { number: receipt.number }))
    void queryClient.invalidateQueries(allPledges)
    onClose(true)
  })
  return (
    <ReasonDialog
      open
      title={t('cancel.title')}
      commentLabel={t('cancel.reason')}
      commentRequired
      confirmLabel={t('cancel.button')}
      tone="danger"
      busy={cancel.busy}
      proof={dialog}
      error={
        cancel.notice !== undefined && (
          <Notice tone="danger" title={t('cancel.failed')}>
            {cancel.notice}
          </Notice>
        )
      }
      onConfirm={(reason) => void cancel.run(reason)}
      onClose={() => onClose(false)}
    >
      <p>{t('cancel.text', { number: receipt.number })}</p>
    </ReasonDialog>
  )
}
