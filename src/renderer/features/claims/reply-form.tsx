import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CLAIM_TEXT_MAX, replyToClaim } from '#shared/contract/claims.ts'
import { textDirection } from '#shared/domain/languages.ts'
import { LANGUAGE_NAMES } from '../../i18n/i18n.ts'
import { ask } from '../../platform/api.ts'
import { CallFailure } from '../../platform/call-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { problemText } from '../../ui/form-problems.ts'
import { useLeaveGuard } from '../../ui/leave-guard.ts'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { sendOnEnter } from '../../ui/send-on-enter.ts'
import { withTemplate } from '../../ui/staff/reason-text.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { keepClaim, type OneClaim, takePresentState } from './claim-queries.ts'
import { keepDraft, useDraft } from './drafts.ts'
import { FasterNotice } from './faster-notice.tsx'
import { PREPARED_REPLIES, type PreparedReply, preparedRepliesQuery } from './prepared-replies.ts'

/** Leaving the page keeps the draft; only closing the window would lose it, and there the browser asks. */
const stay = async (): Promise<boolean> => true

/** Writes to the sender. What was typed stays until it has been sent, whatever happens in between. */
export function ReplyForm({ claim }: { readonly claim: OneClaim }) {
  const { t } = useTranslation(['claims', 'problems'])
  const text = useDraft(claim.id)
  const [resolves, setResolves] = useState(true)
  const [fault, setFault] = useState<string>()
  // What stood in the thread when the writer last looked; more than that means that somebody else was faster.
  const [seen, setSeen] = useState(claim.version)
  const field = useRef<HTMLTextAreaElement>(null)
  useLeaveGuard(text.trim() !== '', stay)
  const send = useMutation({
    mutationFn: () =>
      ask(replyToClaim, {
        params: { id: claim.id },
        body: { text: text.trim(), resolves, version: claim.version },
      }),
    onSuccess: (after) => {
      keepDraft(claim.id, '')
      setSeen(after.version)
      keepClaim(after)
      toast.success(t(resolves ? 'reply.sentAndResolved' : 'reply.sent'))
    },
    onError: (error) => void takePresentState(error),
  })
  const isOpen = claim.status === 'open'
  const overtaken = claim.version !== seen && text.trim() !== ''
  if (!isOpen && text.trim() === '') return null

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (send.isPending || !isOpen) return
    const wrong =
      text.trim() === ''
        ? t('reply.required')
        : text.trim().length > CLAIM_TEXT_MAX
          ? t('reply.tooLong', { count: CLAIM_TEXT_MAX })
          : undefined
    setFault(wrong)
    if (wrong === undefined) send.mutate()
    else field.current?.focus()
  }

  return (
    <Section
      title={t('reply.title')}
      lead={t('reply.lead', { language: LANGUAGE_NAMES[claim.language] })}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {isOpen && (
          <TemplateChoice claim={claim} text={text} onText={(next) => keepDraft(claim.id, next)} />
        )}
        <TextArea
          ref={field}
          label={t('reply.text')}
          hint={t('reply.hint')}
          rows={7}
          dir={text === '' ? textDirection(claim.language) : 'auto'}
          required
          readOnly={!isOpen}
          maxChars={CLAIM_TEXT_MAX}
          error={fault}
          value={text}
          onKeyDown={sendOnEnter}
          onChange={({ target }) => {
            keepDraft(claim.id, target.value)
            setFault(undefined)
          }}
        />
        {isOpen && (
          <Checkbox
            label={t('reply.resolves')}
            checked={resolves}
            onChange={({ target }) => setResolves(target.checked)}
          />
        )}
        {overtaken && (
          <FasterNotice
            claim={claim}
            since={seen}
            kept={text}
            onDiscard={() => keepDraft(claim.id, '')}
            onSeen={() => setSeen(claim.version)}
          />
        )}
        {!overtaken && send.error !== null && <SendFailure error={send.error} />}
        {isOpen && (
          <div className="grid sm:justify-end">
            <Button
              type="submit"
              busy={send.isPending}
              icon={<Send aria-hidden="true" size={18} className="mirror" />}
            >
              {t(resolves ? 'reply.sendAndResolve' : 'reply.send')}
            </Button>
          </div>
        )}
      </form>
    </Section>
  )
}

function SendFailure({ error }: { readonly error: Error }) {
  const { t } = useTranslation(['claims', 'problems'])
  const failure =
    error instanceof CallFailure
      ? error
      : new CallFailure({ ok: false, problem: undefined, cause: 'unreadable' })
  if (failure.problem?.status === 409) return null // the notice of the new state says it
  return (
    <Notice tone="danger" title={t('reply.failed')}>
      {problemText(t, failure)}
    </Notice>
  )
}

interface TemplateChoiceProps {
  readonly claim: OneClaim
  readonly text: string
  readonly onText: (text: string) => void
}

/** Prepared texts in the sender's language; they never take the place of what somebody wrote. */
function TemplateChoice({ claim: { language }, text, onText }: TemplateChoiceProps) {
  const { t } = useTranslation('claims')
  const { data: book } = useQuery(preparedRepliesQuery(language))
  const [chosen, setChosen] = useState<PreparedReply | ''>('')
  const textOf = (name: PreparedReply | ''): string => (name === '' ? '' : (book?.[name] ?? ''))
  return (
    <SelectField
      label={t('reply.template')}
      value={chosen}
      disabled={book === undefined}
      options={[
        { value: '', label: t('reply.noTemplate') },
        ...PREPARED_REPLIES.map((name) => ({ value: name, label: t(`templates.${name}`) })),
      ]}
      onChange={({ target }) => {
        const next = PREPARED_REPLIES.find((name) => name === target.value) ?? ''
        onText(withTemplate(text, textOf(chosen), textOf(next)))
        setChosen(next)
      }}
    />
  )
}
