import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  askWitness,
  markSeen,
  readDialogue,
  WitnessDialogue,
} from '#shared/contract/witness-reports.ts'
import { DIALOGUE_TEXT_MAX } from '#shared/domain/report/witness-rules.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask, CallFailure } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { Button } from '../../ui/button/button.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSendOnEnter } from '../../ui/field/send-on-enter.ts'
import { TextArea } from '../../ui/field/text-area.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { refreshCounts } from '../../ui/staff/refresh-counts.ts'
import { Thread } from './thread.tsx'

const keyOf = (reportId: number) => ['reports', 'dialogue', reportId]
const keep = (dialogue: WitnessDialogue): void => {
  queryClient.setQueryData(keyOf(dialogue.reportId), dialogue)
  void refreshCounts()
}

/** The dialogue with the witness; nothing for reports of members. */
export function Dialogue({ reportId }: { readonly reportId: number }) {
  const { t } = useTranslation('witnessReports')
  const { data, error } = useQuery({
    ...readQuery(keyOf(reportId), readDialogue, { params: { id: reportId } }),
    retry: false,
  })
  if (error instanceof CallFailure && error.problem?.status === 404) return null
  if (error !== null && data === undefined)
    return <Notice tone="danger">{t('staff.notLoaded')}</Notice>
  return data === undefined ? null : <Open dialogue={data} />
}

function Open({ dialogue }: { readonly dialogue: WitnessDialogue }) {
  const { t } = useTranslation(['witnessReports', 'problems'])
  const format = useFormat()
  const [text, setText] = useState('')
  useSendOnEnter()
  const params = { id: dialogue.reportId }
  const send = useCall(
    async () => {
      const body = { text: text.trim(), version: dialogue.version, unread: dialogue.unread }
      keep(await ask(askWitness, { params, body }))
      setText('')
    },
    (failure) => {
      const current = WitnessDialogue.safeParse(failure.problem?.['current']).data
      if (current === undefined) return problemText(t, failure)
      keep(current)
      return t('staff.newer')
    },
  )
  const seen = useCall(async () =>
    keep(await ask(markSeen, { params, body: { unread: dialogue.unread } })),
  )
  return (
    <Section title={t('staff.title')} lead={t('staff.lead')}>
      {dialogue.withdrawnAt !== null && (
        <Notice tone="warning">
          {t('staff.withdrawn', { date: format.dateTime(dialogue.withdrawnAt) })}
        </Notice>
      )}
      {dialogue.unread > 0 && (
        <Notice
          tone="info"
          title={t('staff.unread')}
          action={
            <Button variant="secondary" busy={seen.busy} onClick={() => void seen.run()}>
              {t('staff.seen')}
            </Button>
          }
        >
          {seen.notice}
        </Notice>
      )}
      {dialogue.messages.length === 0 ? (
        <p className="mt-2">{t('staff.none')}</p>
      ) : (
        <Thread
          messages={dialogue.messages.map((message) => ({
            ...message,
            who: message.author ?? t('staff.witness'),
          }))}
        />
      )}
      <form
        className="mt-4 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') void send.run()
        }}
      >
        <TextArea
          label={t('staff.field')}
          dir="auto"
          rows={4}
          maxChars={DIALOGUE_TEXT_MAX}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {send.notice !== undefined && <Notice tone="danger">{send.notice}</Notice>}
        <Button type="submit" busy={send.busy} className="justify-self-start">
          {t('staff.send')}
        </Button>
      </form>
    </Section>
  )
}
