import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HOLD_REASON_MAX, liftHold, type Hold } from '#shared/contract/holds.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { holdsQuery } from '../../platform/calls/holds-query.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { problemText } from '../../ui/form/form-problems.ts'
import { useCall } from '../../ui/form/use-call.ts'
import { useStepUp } from '../../ui/form/use-step-up.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ReasonDialog } from '../../ui/staff/reason-dialog.tsx'
import { type Column, DataTable } from '../../ui/staff/table/data-table.tsx'
import { NewHold } from './new-hold.tsx'

/** Records that nothing deletes. They are no setting: each is a row of its own. */
export function HoldsSection() {
  const { t } = useTranslation('staffSettings')
  const query = useQuery(holdsQuery)
  const [adding, setAdding] = useState(false)
  const [lifting, setLifting] = useState<Hold>()
  const columns = useColumns()
  return (
    <Section
      title={t('holds.title')}
      lead={t('holds.lead')}
      actions={
        <Button
          variant="secondary"
          icon={<Plus aria-hidden="true" size={18} />}
          onClick={() => setAdding(true)}
        >
          {t('holds.add')}
        </Button>
      }
    >
      <Loaded query={query} failure={t('holds.failed')} skeleton={<Skeleton className="h-24" />}>
        {(holds) => (
          <DataTable
            name="holds"
            label={t('holds.list')}
            rows={holds}
            columns={columns}
            rowKey={({ id }) => id}
            empty={<p className="text-muted">{t('holds.empty')}</p>}
            actions={liftButton(setLifting)}
          />
        )}
      </Loaded>
      <NewHold open={adding} onClose={() => setAdding(false)} />
      {lifting !== undefined && <LiftHold hold={lifting} onClose={() => setLifting(undefined)} />}
    </Section>
  )
}

const liftButton = (onPress: (hold: Hold) => void) => (row: Hold) => (
  <LiftButton hold={row} onPress={onPress} />
)

function LiftButton({
  hold,
  onPress,
}: {
  readonly hold: Hold
  readonly onPress: (hold: Hold) => void
}) {
  const { t } = useTranslation('staffSettings')
  return (
    <Button
      variant="quiet"
      aria-label={t('holds.lift.one', { record: hold.number })}
      onClick={() => onPress(hold)}
    >
      {t('holds.lift.button')}
    </Button>
  )
}

function LiftHold({ hold, onClose }: { readonly hold: Hold; readonly onClose: () => void }) {
  const { t } = useTranslation(['staffSettings', 'problems'])
  const { guard, dialog } = useStepUp(t('holds.lift.title'), t('holds.why'))
  const lift = useCall(async (reason: string) => {
    try {
      const { kind } = await guard(() =>
        ask(liftHold, { params: { id: hold.id }, body: { reason } }),
      )
      if (kind === 'cancelled') return
      toast.success(t('holds.lift.done'))
      onClose()
    } finally {
      void queryClient.invalidateQueries(holdsQuery)
    }
  })
  const { failure } = lift
  return (
    <>
      <ReasonDialog
        open
        title={t('holds.lift.title')}
        commentLabel={t('holds.lift.reason')}
        commentHint={t('holds.lift.reasonHint')}
        commentRequired
        commentMaxChars={HOLD_REASON_MAX}
        confirmLabel={t('holds.lift.button')}
        tone="danger"
        busy={lift.busy}
        error={
          failure !== undefined && (
            <Notice tone="danger">
              {failure.problem?.code === 'not-found'
                ? t('holds.lift.gone')
                : problemText(t, failure)}
            </Notice>
          )
        }
        onConfirm={(reason) => void lift.run(reason)}
        onClose={onClose}
      >
        <p className="font-semibold">
          {t(`holds.kinds.${hold.kind}`)} <Ltr>{hold.number}</Ltr>
        </p>
        <p className="text-muted">{t('holds.lift.text')}</p>
      </ReasonDialog>
      {dialog}
    </>
  )
}

function useColumns(): readonly Column<Hold>[] {
  const { t } = useTranslation('staffSettings')
  const format = useFormat()
  return [
    {
      key: 'record',
      header: t('holds.columns.record'),
      rowHeader: true,
      cell: ({ kind, number }) => (
        <>
          {t(`holds.kinds.${kind}`)}{' '}
          <Ltr className="font-semibold whitespace-nowrap tabular-nums">{number}</Ltr>
        </>
      ),
    },
    {
      key: 'reason',
      header: t('holds.columns.reason'),
      cell: ({ reason }) => <Auto>{reason}</Auto>,
    },
    {
      key: 'placedAt',
      header: t('holds.columns.placedAt'),
      cell: ({ placedAt }) => format.date(placedAt, 'medium'),
    },
    {
      key: 'placedBy',
      header: t('holds.columns.placedBy'),
      cell: ({ placedBy }) =>
        placedBy === 'system' ? t('holds.operator') : <Ltr>{placedBy ?? '–'}</Ltr>,
    },
  ]
}
