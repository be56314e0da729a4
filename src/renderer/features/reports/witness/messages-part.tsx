import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WitnessReport, writeToStaff } from '#shared/contract/witness-reports.ts'
import { DIALOGUE_TEXT_MAX } from '#shared/domain/report/witness-rules.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { problemText } from '../../../ui/form/form-problems.ts'
import { useCall } from '../../../ui/form/use-call.ts'
import { askByReceipt } from './ask-by-receipt.ts'
import { Thread } from '../thread.tsx'

export interface PartProps {
  readonly report: WitnessReport
  readonly receipt: string
  readonly onChange: (report: WitnessReport) => void
}

/** Questions of staff and replies, oldest first. */
export function Messages({ report, receipt, onChange }: PartProps) {
  const { t } = useTranslation(['witness', 'problems'])
  const [text, setText] = useState('')
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
          className="mt-4 grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '') void send.run()
          }}
        >
          <TextArea
            label={t('messages.field')}
            dir="auto"
            rows={4}
            maxChars={DIALOGUE_TEXT_MAX}
            value={text}
            onChange={({ target }) => setText(target.value)}
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
