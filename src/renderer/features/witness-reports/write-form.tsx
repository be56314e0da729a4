import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COUNTRY_CODES } from '#shared/domain/people/countries.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { ReportFields } from '../../parts/report-form/report-fields.tsx'
import {
  NO_WORDS,
  UNSAID_FIELDS,
  WORD_FIELDS,
  wordFaults,
  wordsToSend,
} from '../../parts/report-form/report-form.ts'
import { useWords } from '../../parts/report-form/use-words.ts'
import { type CallFailure, needsReload } from '../../platform/calls/call-failure.ts'
import { Button } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { focusFault } from '../../ui/field/focus-fault.ts'
import { SelectField } from '../../ui/field/text-field.tsx'
import { FaultSummary } from '../../ui/form/fault-summary.tsx'
import { RequiredNote } from '../../ui/form/required-note.tsx'
import { useFaultSummary } from '../../ui/form/use-fault-summary.ts'

/** Part of the program that the form needs only when it is sent. */
const loadSending = () => import('./send-report.ts')

/** A witness leaves blank what they do not know; the server files it as unknown. */
const isUnsaidField = (field: string): boolean => UNSAID_FIELDS.some((one) => one === field)

/** The form of a report; no draft is kept, here or anywhere. */
export function WriteForm({ onFiled }: { readonly onFiled: (receipt: string) => void }) {
  const { t } = useTranslation(['witnessReports', 'reportWrite', 'problems', 'ui'])
  const form = useRef<HTMLFormElement>(null)
  const fields = useWords(NO_WORDS)
  const [key] = useState(() => crypto.randomUUID())
  const [summary, toFaults] = useFaultSummary()
  const faulty = WORD_FIELDS.filter((field) => fields.faults[field] !== undefined)
  const [working, setWorking] = useState(false)
  const send = useCall(
    async () => {
      const body = { ...wordsToSend(fields.words), key }
      const { sendReport } = await loadSending()
      onFiled(await sendReport(body, setWorking))
    },
    (failure) => fields.place(failure),
  )
  // Loaded before the button is pressed, so that nobody waits for it.
  useEffect(() => void loadSending().catch(() => undefined), [])
  const submit = (): void => {
    const asked = WORD_FIELDS.filter(
      (field) => !isUnsaidField(field) || fields.words[field].trim() !== '',
    )
    if (fields.show(wordFaults(fields.words, asked))) void send.run()
    else toFaults()
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
      {faulty.length > 0 && (
        <FaultSummary
          ref={summary}
          title={t('ui:fault.summary', { count: faulty.length })}
          faults={faulty.map((field) => ({
            // "Say who was harmed." names its field.
            text:
              fields.words[field].trim() === ''
                ? String(fields.faults[field])
                : t('reportWrite:fault.of', {
                    name: t(`reportWrite:field.${field}`),
                    fault: fields.faults[field],
                  }),
            href: `#${field}`,
            onFollow: () => focusFault(form.current, field),
          }))}
        />
      )}
      <RequiredNote />
      <ReportFields
        CountryChoice={CountrySelect}
        words={fields.words}
        faults={fields.faults}
        onChange={fields.change}
        hints
        heading="h2"
        mayBeBlank
      />
      <div className="grid gap-3">
        <p className="text-sm text-muted">{t('filesAfter')}</p>
        {send.failure !== undefined && <SendFailure failure={send.failure} text={send.notice} />}
        {working && <Notice tone="info">{t('proof')}</Notice>}
        <Button type="submit" busy={send.busy}>
          {t('submit')}
        </Button>
      </div>
    </form>
  )
}

/** Another press helps, except where the page itself is at fault: then the text has to be taken along. */
function SendFailure({
  failure,
  text,
}: {
  readonly failure: CallFailure
  readonly text: string | undefined
}) {
  const { t } = useTranslation(['witnessReports', 'common'])
  const reloads = needsReload(failure.messageKey)
  return (
    <Notice
      tone="danger"
      title={t('failed')}
      action={
        reloads && (
          <Button variant="secondary" onClick={() => location.reload()}>
            {t('common:reload')}
          </Button>
        )
      }
    >
      <p>{text}</p>
      <p>{t(reloads ? 'failedCopy' : 'failedText')}</p>
    </Notice>
  )
}

interface CountrySelectProps {
  readonly label: string
  readonly error: string | undefined
  readonly required: true
  readonly value: string
  readonly onChange: (code: string) => void
}

/** All countries in a list of the browser, which needs no script of ours and no second load. */
function CountrySelect({ onChange, ...rest }: CountrySelectProps) {
  const format = useFormat()
  const language = useLanguage()
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(language)
    return COUNTRY_CODES.map((code) => ({ value: code, label: format.country(code) })).toSorted(
      (one, other) => compare(one.label, other.label),
    )
  }, [format, language])
  return (
    <SelectField {...rest} options={options} onChange={({ target }) => onChange(target.value)} />
  )
}
