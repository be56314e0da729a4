import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  readWitnessReport,
  withdrawWitnessReport,
  type WitnessReport,
} from '#shared/contract/witness-reports.ts'
import { groupReceipt, readReceipt } from '#shared/domain/report/witness-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { useCall } from '../../../ui/form/use-call.ts'
import { Evidence } from './evidence-part.tsx'
import { askByReceipt } from './ask-by-receipt.ts'
import { Messages } from './messages-part.tsx'

interface OpenReceiptProps {
  readonly onOpen: (receipt: string) => void
  readonly onWrite: () => void
}

export function OpenReceipt({ onOpen, onWrite }: OpenReceiptProps) {
  const { t } = useTranslation('witness')
  const [text, setText] = useState('')
  const [malformed, setMalformed] = useState(false)
  const [working, setWorking] = useState(false)
  const open = useCall(async (receipt: string) => {
    await askByReceipt(readWitnessReport, {}, { bearer: receipt, onProof: setWorking })
    onOpen(receipt)
  })
  return (
    <form
      noValidate
      autoComplete="off"
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const receipt = readReceipt(text)
        setMalformed(receipt === undefined)
        if (receipt !== undefined) void open.run(receipt)
      }}
    >
      <TextField
        label={t('open.field')}
        hint={t('open.hint')}
        error={malformed ? t('open.malformed') : undefined}
        required
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setMalformed(false)
        }}
      />
      {open.notice !== undefined && <Notice tone="danger">{open.notice}</Notice>}
      {working && <Notice tone="info">{t('open.proof')}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={open.busy}>
          {t('open.submit')}
        </Button>
        <Button variant="secondary" onClick={onWrite}>
          {t('newReport')}
        </Button>
      </div>
    </form>
  )
}

/** Only in memory, under a name that tells nothing. */
const KEY = ['witness', 'report']

/** Each change replies with the whole report. */
function useKeep(): (report: WitnessReport) => void {
  const queryClient = useQueryClient()
  return (report) => void queryClient.setQueryData(KEY, report)
}

/** State, messages, files and withdrawal of the report of a receipt. */
export function WitnessReportView({ receipt }: { readonly receipt: string }) {
  const { t } = useTranslation('witness')
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => askByReceipt(readWitnessReport, {}, { signal, bearer: receipt }),
    gcTime: 0,
    refetchOnMount: 'always',
  })
  const queryClient = useQueryClient()
  const keep = useKeep()
  useEffect(() => () => queryClient.removeQueries({ queryKey: KEY }), [queryClient])
  return (
    <div className="mt-2 grid gap-6">
      <p className="text-sm text-muted">
        {t('receipt.label')}: <Ltr>{groupReceipt(receipt)}</Ltr>
      </p>
      <Loaded query={query} failure={t('plain.failed')} skeleton={<Skeleton className="h-64" />}>
        {(report) => (
          <>
            <State report={report} />
            <Messages report={report} receipt={receipt} onChange={keep} />
            <Evidence report={report} receipt={receipt} onChange={keep} />
            {report.mayWrite && report.state !== 'withdrawn' && <Withdraw receipt={receipt} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

function State({ report }: { readonly report: WitnessReport }) {
  const { t } = useTranslation('witness')
  const format = useFormat()
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <p>
        <strong>{t('state.label')}:</strong> {t(`state.${report.state}`)}
      </p>
      <p className="mt-1 text-sm text-muted">
        {t('report.filed', { date: format.dateTime(report.filedAt) })}
        {report.type !== '' && (
          <>
            {' · '}
            <Auto>{report.type}</Auto>
          </>
        )}
      </p>
    </div>
  )
}

function Withdraw({ receipt }: { readonly receipt: string }) {
  const { t } = useTranslation('witness')
  const keep = useKeep()
  const [asking, setAsking] = useState(false)
  const withdraw = useCall(async () => {
    keep(await askByReceipt(withdrawWitnessReport, {}, { bearer: receipt }))
    setAsking(false)
  })
  return (
    <section aria-labelledby="witness-withdraw">
      <h2 id="witness-withdraw" className="text-xl headline">
        {t('withdraw.title')}
      </h2>
      <p className="mt-1">{t('withdraw.text')}</p>
      <Button variant="secondary" className="mt-3" onClick={() => setAsking(true)}>
        {t('withdraw.title')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('withdraw.title')}
        text={<p>{t('withdraw.text')}</p>}
        confirmLabel={t('withdraw.submit')}
        tone="danger"
        busy={withdraw.busy}
        onConfirm={() => void withdraw.run()}
      >
        {withdraw.notice !== undefined && <Notice tone="danger">{withdraw.notice}</Notice>}
      </ConfirmDialog>
    </section>
  )
}
