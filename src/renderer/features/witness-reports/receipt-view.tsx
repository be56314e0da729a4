import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  readWitnessReport,
  withdrawWitnessReport,
  WitnessReport,
  writeToStaff,
} from '#shared/contract/witness-reports.ts'
import {
  DIALOGUE_TEXT_MAX,
  groupReceipt,
  readReceipt,
} from '#shared/domain/report/witness-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Thread } from '../../parts/report/thread.tsx'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { focusFault } from '../../ui/field/focus-fault.ts'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { useReportType } from '../../ui/use-report-type.ts'
import { AddFile } from './add-file.tsx'
import { askByReceipt } from './ask-by-receipt.ts'

interface OpenReceiptProps {
  readonly onOpen: (receipt: string) => void
  readonly onWrite: () => void
}

export function OpenReceipt({ onOpen, onWrite }: OpenReceiptProps) {
  const { t } = useTranslation(['witnessReports', 'problems'])
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const refuse = (why: string): void => {
    setFault(why)
    focusFault(form.current)
  }
  const [working, setWorking] = useState(false)
  const open = useCall(
    async (receipt: string) => {
      await askByReceipt(readWitnessReport, {}, { bearer: receipt, onProof: setWorking })
      onOpen(receipt)
    },
    (failure) => {
      if (failure.problem?.code !== 'receipt-unknown') return problemText(t, failure)
      return refuse(t('open.unknown'))
    },
  )
  return (
    <form
      ref={form}
      noValidate
      autoComplete="off"
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const receipt = readReceipt(text)
        if (receipt === undefined) refuse(t('open.malformed'))
        else void open.run(receipt)
      }}
    >
      <TextField
        label={t('open.field')}
        hint={t('open.hint')}
        error={fault}
        required
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setFault(undefined)
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
  const { t } = useTranslation('witnessReports')
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
      <MaskedReceipt receipt={receipt} />
      <Loaded query={query} failure={t('plain.failed')} skeleton={<Skeleton className="h-64" />}>
        {(report) => (
          <>
            <State report={report} />
            {/* Of one in the bin there is the state alone: not that there never was a message or a file. */}
            {report.type !== '' && (
              <>
                <Messages report={report} receipt={receipt} onChange={keep} />
                <Evidence report={report} receipt={receipt} onChange={keep} />
              </>
            )}
            {report.mayWrite && report.state !== 'withdrawn' && <Withdraw receipt={receipt} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Whoever looks at the screen must not read the number; who has just closed it too early still finds it. */
const MASK = '•••• •••• •••• ••••'

function MaskedReceipt({ receipt }: { readonly receipt: string }) {
  const { t } = useTranslation('witnessReports')
  return (
    <details className="text-sm text-muted">
      <summary className="flex min-h-11 w-fit cursor-pointer flex-wrap items-center gap-x-2">
        {t('receipt.label')} <span aria-hidden="true">{MASK}</span>
        <span className="text-brand underline underline-offset-4">{t('receipt.show')}</span>
      </summary>
      <Ltr>{groupReceipt(receipt)}</Ltr>
    </details>
  )
}

function State({ report }: { readonly report: WitnessReport }) {
  const { t } = useTranslation('witnessReports')
  const format = useFormat()
  const typeName = useReportType()
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(report.state)
  useEffect(() => {
    if (shown.current === report.state) return
    shown.current = report.state
    box.current?.focus() // the button that withdrew it is gone
  }, [report.state])
  return (
    <div ref={box} tabIndex={-1} className="rounded-lg border border-line bg-surface p-4">
      <p>
        <strong>{t('state.label')}</strong> {t(`state.${report.state}`)}
      </p>
      <p className="mt-1 text-sm text-muted">
        {t('report.filed', { date: format.dateTime(report.filedAt) })}
        {report.type !== '' && (
          <>
            {' · '}
            <Auto>{typeName(report)}</Auto>
          </>
        )}
      </p>
    </div>
  )
}

function Withdraw({ receipt }: { readonly receipt: string }) {
  const { t } = useTranslation('witnessReports')
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

interface PartProps {
  readonly report: WitnessReport
  readonly receipt: string
  readonly onChange: (report: WitnessReport) => void
}

/** Questions of staff and replies, oldest first. */
function Messages({ report, receipt, onChange }: PartProps) {
  const { t } = useTranslation(['witnessReports', 'problems', 'ui'])
  const [text, setText] = useState('')
  const [isLacking, setLacking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const send = useCall(
    async () => {
      const body = { text: text.trim(), seen: report.messages.length }
      onChange(await askByReceipt(writeToStaff, { body }, { bearer: receipt }))
      setText('')
    },
    (failure) => {
      const current = WitnessReport.safeParse(failure.problem?.['current']).data
      if (current === undefined) return problemText(t, failure)
      onChange(current)
      return t('messages.newer')
    },
  )
  return (
    <section aria-labelledby="witness-messages">
      <h2 id="witness-messages" className="text-xl headline">
        {t('messages.title')}
      </h2>
      {report.messages.length === 0 ? (
        <p className="mt-1">{t('messages.none')}</p>
      ) : (
        <Thread
          messages={report.messages.map((message) => ({
            ...message,
            who: t(`messages.${message.from}`),
          }))}
        />
      )}
      {report.mayWrite ? (
        <form
          noValidate
          className="mt-4 grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            const isBlank = text.trim() === ''
            setLacking(isBlank)
            if (isBlank) field.current?.focus()
            else void send.run()
          }}
        >
          <TextArea
            ref={field}
            label={t('messages.field')}
            error={isLacking ? t('ui:faults.required') : undefined}
            dir="auto"
            rows={4}
            maxChars={DIALOGUE_TEXT_MAX}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setLacking(false)
            }}
          />
          {send.notice !== undefined && <Notice tone="danger">{send.notice}</Notice>}
          {send.done !== undefined && text === '' && (
            <Notice tone="success">{t('messages.sent')}</Notice>
          )}
          <Button type="submit" busy={send.busy} className="justify-self-start">
            {t('messages.send')}
          </Button>
        </form>
      ) : (
        <p className="mt-3 text-muted">{t('messages.closed')}</p>
      )}
    </section>
  )
}

/** Files of the report, and one more at a time: it can be sent at once, or after a question of staff. */
function Evidence({ report, receipt, onChange }: PartProps) {
  const { t } = useTranslation(['witnessReports', 'reportWrite'])
  return (
    <section aria-labelledby="witness-files">
      <h2 id="witness-files" className="text-xl headline">
        {t('evidence.title')}
      </h2>
      {report.evidence.length === 0 ? (
        <p className="mt-1">{t('evidence.none')}</p>
      ) : (
        <ul className="mt-2 grid list-disc gap-1 ps-5">
          {report.evidence.map(({ id, evidenceType, description }) => (
            <li key={id}>
              {t(`reportWrite:kind.${evidenceType}`)} · <Auto>{description}</Auto>
            </li>
          ))}
        </ul>
      )}
      {report.mayAdd && <AddFile receipt={receipt} onChange={onChange} />}
      {!report.mayAdd && report.mayWrite && (
        <p className="mt-3 text-muted">{t('evidence.closed')}</p>
      )}
    </section>
  )
}
