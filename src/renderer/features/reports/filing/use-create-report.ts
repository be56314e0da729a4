import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallArguments } from '#shared/contract/base/define-route.ts'
import { createReport, listReports, Report } from '#shared/contract/reports.ts'
import {
  type FormNotice,
  marksThatStand,
  noticeThatStands,
} from '../../../parts/report-form/form-notice.ts'
import {
  isLacking,
  type ReportWords,
  type UnsaidField,
  withUnsaid,
  WORD_FIELDS,
  type WordField,
  wordFaults,
  wordsToSend,
} from '../../../parts/report-form/report-form.ts'
import { EVIDENCE_TEXT_MAX_CHARS } from '../../../parts/report-form/upload/evidence-rules.ts'
import {
  isHere,
  isOnItsWay,
  type QueuedEvidence,
} from '../../../parts/report-form/upload/queue-item.ts'
import { useQueueItems } from '../../../parts/report-form/upload/use-evidence-queue.ts'
import { useWords } from '../../../parts/report-form/use-words.ts'
import { ask, CallFailure } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { draftQueue, dropDraft, keepWords, readReportKey, readUnsaid, readWords } from './draft.ts'
import { fieldsOf, type FilingStep, FILING_STEPS } from './steps.ts'

type NewReport = CallArguments<typeof createReport>['body']
export type Filed =
  | { readonly kind: 'filed'; readonly id: number }
  /** An earlier try had arrived; later changes are not in the report. Without a number: staff have deleted it since. */
  | { readonly kind: 'filed-before'; readonly id: number | undefined }

const NEWEST = 50

/** A call without a response may have reached the server all the same. */
const mayHaveArrived = (error: unknown): boolean =>
  error instanceof CallFailure && error.problem === undefined && error.messageKey !== 'aborted'

const isKeyUsed = ({ problem }: CallFailure): boolean =>
  problem?.code === 'conflict' && problem.fields.some(({ code }) => code === 'key_used')

/** Files a report once, also when the response was lost: the server recognises it by its key. */
async function fileReport(body: NewReport): Promise<Filed> {
  try {
    return { kind: 'filed', id: (await ask(createReport, { body })).id }
  } catch (error) {
    if (!(error instanceof CallFailure) || !isKeyUsed(error)) throw error
    return { kind: 'filed-before', id: Report.safeParse(error.problem?.['current']).data?.id }
  }
}

/** Whether it is public already; undefined without a response. */
export async function isPublicNow(id: number): Promise<boolean | undefined> {
  try {
    const reply = await ask(listReports, {
      query: { page: 1, size: NEWEST, id: String(id), as: 'public' },
    })
    return ('items' in reply ? reply.items : reply).some((report) => report.id === id)
  } catch {
    return undefined
  }
}

const evidenceOf = (items: readonly QueuedEvidence[]) =>
  items.map(({ kind, fileUrl = '', description }) => ({
    evidenceType: kind,
    fileUrl,
    description: description.trim(),
  }))

const isEmpty = (faults: object): boolean => Object.keys(faults).length === 0

const isDescribed = ({ description }: QueuedEvidence): boolean => {
  const { length } = description.trim()
  return length > 0 && length <= EVIDENCE_TEXT_MAX_CHARS
}

/** @param words with what is ticked as not known */
function isDone(step: FilingStep, words: ReportWords, items: readonly QueuedEvidence[]): boolean {
  if (step === 'check') return false
  if (step === 'evidence')
    return items.length > 0 && items.every((item) => isHere(item) && isDescribed(item))
  return isEmpty(wordFaults(words, fieldsOf(step)))
}

/** Where a reporter who returns left off: the first step that misses something. */
export function stepToGoOn(): FilingStep {
  const words = withUnsaid(readWords(), readUnsaid())
  const items = draftQueue.read()
  return (
    FILING_STEPS.find(
      (step) => !isDone(step, words, items) && (step !== 'evidence' || items.length > 0),
    ) ?? 'check'
  )
}

export function useCreateReport() {
  const { t } = useTranslation(['reportWrite', 'problems'])
  const fields = useWords(readWords())
  const [unsaid, setUnsaid] = useState(readUnsaid)
  const items = useQueueItems(draftQueue)
  const [itemErrors, setItemErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const [notice, setNotice] = useState<FormNotice>()
  const [filed, setFiled] = useState<Filed>()
  const [recordings, setRecordings] = useState(0)
  const working = useRef(false) // a second press comes before the first one is rendered
  const { words } = fields
  useEffect(() => keepWords(words, unsaid), [words, unsaid])

  const fail = (title: string, text: string, about?: FormNotice['about']): void =>
    setNotice({ title, text, ...(about !== undefined && { about }) })

  function itemFaults(): Record<string, string> {
    const found: Record<string, string> = {}
    for (const { key, description } of items) {
      const { length } = description.trim()
      if (length === 0) found[key] = t('fault.missing.file')
      else if (length > EVIDENCE_TEXT_MAX_CHARS) found[key] = t('fault.tooLong')
    }
    return found
  }

  /** Whether nothing is missing in a step. Faults that are shown for other steps stay. */
  function checkStep(step: FilingStep): boolean {
    const own = fieldsOf(step)
    const isOwn = (field: WordField): boolean => own.includes(field)
    const found = wordFaults(
      withUnsaid(words, unsaid),
      WORD_FIELDS.filter((field) => isOwn(field) || fields.faults[field] !== undefined),
    )
    fields.show(found)
    const foundInItems = step === 'evidence' ? itemFaults() : {}
    if (step === 'evidence') setItemErrors(foundInItems)
    return !own.some((field) => found[field] !== undefined) && isEmpty(foundInItems)
  }

  /** Whether all required parts are there. */
  function isReady(): boolean {
    const wrong = wordFaults(withUnsaid(words, unsaid))
    const found = itemFaults()
    fields.show(wrong)
    setItemErrors(found)
    if (!isEmpty(wrong) || !isEmpty(found)) {
      const lacks = isLacking(wrong) || items.some(({ description }) => description.trim() === '')
      fail(
        t(lacks ? 'create.incomplete' : 'create.malformed'),
        t('create.incompleteText'),
        'fields',
      )
      return false
    }
    const onTheirWay = items.filter(isOnItsWay).length
    if (onTheirWay > 0)
      fail(t('create.notYet'), t('create.stillSending', { count: onTheirWay }), 'files')
    else if (!items.every(isHere)) fail(t('filesFailed'), t('create.someMissing'), 'files')
    return items.every(isHere)
  }

  const send = useCall(
    async () => {
      const done = await fileReport({
        ...wordsToSend(withUnsaid(words, unsaid)),
        evidenceList: evidenceOf(items),
        key: readReportKey(),
      })
      setFiled(done)
      setRecordings(items.filter(({ kind }) => kind === 'audio').length)
      dropDraft({ andCancel: false })
      void queryClient.invalidateQueries({ queryKey: ['reports'] })
    },
    (error) => {
      if (mayHaveArrived(error)) return fail(t('create.failed'), t('create.noAnswer'))
      const text = fields.place(error)
      fail(
        t('create.failed'),
        text ?? problemText(t, error),
        text === undefined ? 'fields' : undefined,
      )
    },
  )

  const standing = marksThatStand(itemErrors, itemFaults())
  return {
    ...fields,
    unsaid,
    setUnsaid: (field: UnsaidField, isUnsaid: boolean): void => {
      setUnsaid((before) => [
        ...before.filter((other) => other !== field),
        ...(isUnsaid ? [field] : []),
      ])
      fields.clearFault(field)
    },
    items,
    checkStep,
    isDone: (step: FilingStep): boolean => isDone(step, withUnsaid(words, unsaid), items),
    itemErrors: standing,
    notice: noticeThatStands(notice, [fields.faults, standing], items),
    filed,
    /** Files of the filed report that only staff hear. */
    recordings,
    busy: send.busy,
    submit: async (): Promise<void> => {
      if (working.current) return
      setNotice(undefined)
      if (!isReady()) return
      working.current = true
      try {
        await send.run()
      } finally {
        working.current = false
      }
    },
  }
}

export type FilingReport = ReturnType<typeof useCreateReport>
