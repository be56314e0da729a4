import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../../platform/calls/call-failure.ts'
import { CountrySelect } from './country-select.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useCall } from '../../../ui/form/use-call.ts'
import { ReportFields } from '../write/report-fields.tsx'
import {
  NO_WORDS,
  withUnsaid,
  wordFaults,
  wordsToSend,
  type UnsaidField,
} from '../write/report-form.ts'
import { focusFault, useWords } from '../write/use-words.ts'

/** Part of the program that the form needs only when it is sent. */
async function loadSending() {
  try {
    return await import('./send-report.ts')
  } catch {
    // The line is down, as for the call itself: the text stays, and the next press tries again.
    throw new CallFailure({ ok: false, problem: undefined, cause: 'offline' })
  }
}

/** The form of a report; no draft is kept, here or anywhere. */
export function WriteForm({ onFiled }: { readonly onFiled: (receipt: string) => void }) {
  const { t } = useTranslation(['witness', 'problems'])
  const form = useRef<HTMLFormElement>(null)
  const fields = useWords(NO_WORDS)
  const [unsaid, setUnsaid] = useState<readonly UnsaidField[]>([])
  const [key] = useState(() => crypto.randomUUID())
  const [incomplete, setIncomplete] = useState(false)
  const [working, setWorking] = useState(false)
  const send = useCall(
    async () => {
      const body = { ...wordsToSend(withUnsaid(fields.words, unsaid)), key }
      const { sendReport } = await loadSending()
      onFiled(await sendReport(body, setWorking))
    },
    (failure) => fields.place(failure),
  )
  // Loaded before the button is pressed, so that nobody waits for it.
  useEffect(() => void loadSending().catch(() => undefined), [])
  const submit = (): void => {
    const isReady = fields.show(wordFaults(withUnsaid(fields.words, unsaid)))
    setIncomplete(!isReady)
    if (isReady) void send.run()
    else focusFault(form.current)
  }
  const toggle = (field: UnsaidField, isUnsaid: boolean): void => {
    setUnsaid((before) => [...before.filter((one) => one !== field), ...(isUnsaid ? [field] : [])])
    if (isUnsaid) fields.clearFault(field)
  }
  return (
    <form
      ref={form}
      noValidate
      autoComplete="off"
      aria-label={t('title')}
      className="grid grid-cols-1 gap-7"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ReportFields
        CountryChoice={CountrySelect}
        words={fields.words}
        faults={fields.faults}
        onChange={fields.change}
        hints
        unsaid={unsaid}
        onUnsaid={toggle}
      />
      <div className="grid gap-3">
        <p className="text-sm text-muted">{t('filesAfter')}</p>
        {incomplete && Object.values(fields.faults).some((fault) => fault !== undefined) && (
          <Notice tone="danger" title={t('incomplete')}>
            {t('incompleteText')}
          </Notice>
        )}
        {send.failure !== undefined && (
          <Notice tone="danger" title={t('failed')}>
            <p>{send.notice}</p>
            <p>{t('failedText')}</p>
          </Notice>
        )}
        {working && <Notice tone="info">{t('proof')}</Notice>}
        <Button type="submit" busy={send.busy}>
          {t('submit')}
        </Button>
      </div>
    </form>
  )
}
