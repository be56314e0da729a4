import { useQuery, queryOptions } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { CLAIM_TEXT_MAX, replyToClaim } from '#shared/contract/claims.ts'
import { textDirection, type Language } from '#shared/domain/text/languages.ts'
import { useLanguageName } from '../../i18n/language-names.ts'
import { ask } from '../../platform/calls/api.ts'
import { onPersonLeft } from '../../platform/session/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { problemText } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { SelectField } from '../../ui/field/text-field.tsx'
import { useLeaveGuard } from '../../ui/form/leave-guard.ts'
import { Section } from '../../ui/layout/section.tsx'
import { withTemplate } from '../../ui/staff/reason-text.ts'
import { keepClaim, type OneClaim, takePresentState } from './claim-queries.ts'

interface Drafts {
  readonly texts: Readonly<Record<string, string>>
}

/**
 * Unsent replies, kept until the user signs out or the page is reloaded. In memory only:
 * a reply to a person in need must not be on the disk of a shared computer.
 */
const useStore = create<Drafts>(() => ({ texts: {} }))
onPersonLeft((keepsWork) => keepsWork || useStore.setState({ texts: {} }))

const useDraft = (claimId: string): string => useStore(({ texts }) => texts[claimId] ?? '')

function keepDraft(claimId: string, text: string): void {
  useStore.setState(({ texts: { [claimId]: _before, ...others } }) => ({
    texts: text === '' ? others : { ...others, [claimId]: text },
  }))
}

/** Prepared replies, in the language of the recipient, not of the sender. */
const PREPARED_REPLIES = [
  'received',
  'askMore',
  'urgent',
  'report',
  'membership',
  'events',
] as const
type PreparedReply = (typeof PREPARED_REPLIES)[number]

const BOOKS: Readonly<
  Record<Language, () => Promise<{ readonly default: Readonly<Record<PreparedReply, string>> }>>
> = {
  en: () => import('#locales/en/claimReplies.json'),
  ar: () => import('#locales/ar/claimReplies.json'),
  fr: () => import('#locales/fr/claimReplies.json'),
}

const preparedRepliesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['claimReplies', language],
    queryFn: async () => (await BOOKS[language]()).default,
    staleTime: Number.POSITIVE_INFINITY,
  })

interface FasterNoticeProps {
  readonly claim: OneClaim
  /** The version that the writer knew. */
  readonly since: number
  readonly kept: string
  readonly onDiscard: () => void
  /** The writer has read the new messages and still sends. */
  readonly onSeen: () => void
}

/** A colleague acted while this reply was written: says who and what, and that nothing typed is lost. */
function FasterNotice({
  claim: { entries, status },
  since,
  kept,
  onDiscard,
  onSeen,
}: FasterNoticeProps) {
  const { t } = useTranslation('claims')
  const news = entries.slice(since).at(-1)
  const name = news?.author?.name ?? t('thread.formerStaff')
  const isOpen = status === 'open'
  return (
    <Notice tone="warning" title={t(`faster.${news?.kind ?? 'reply'}`, { name })}>
      <p>{t(isOpen ? 'faster.read' : 'faster.closed')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {isOpen ? (
          <Button variant="secondary" onClick={onSeen}>
            {t('faster.seen')}
          </Button>
        ) : (
          <CopyButton text={kept} label={t('faster.copy')} />
        )}
        <Button variant="quiet" onClick={onDiscard}>
          {t('faster.discard')}
        </Button>
      </div>
    </Notice>
  )
}

/** Leaving the page keeps the draft; only closing the window would lose it, and there the browser asks. */
const stay = async (): Promise<boolean> => true

/** Writes to the sender. What was typed stays until it has been sent, whatever happens in between. */
export function ReplyForm({ claim }: { readonly claim: OneClaim }) {
  const { t } = useTranslation(['claims', 'problems'])
  const languageName = useLanguageName()
  const text = useDraft(claim.id)
  const [resolves, setResolves] = useState(true)
  const [fault, setFault] = useState<string>()
  // The state of the thread when the writer last looked; if it changed since, a colleague was faster.
  const [seen, setSeen] = useState(claim.version)
  const field = useRef<HTMLTextAreaElement>(null)
  useLeaveGuard(text.trim() !== '', stay)
  const send = useCall(
    async () => {
      const after = await ask(replyToClaim, {
        params: { id: claim.id },
        body: { text: text.trim(), resolves, version: claim.version },
      })
      keepDraft(claim.id, '')
      setSeen(after.version)
      keepClaim(after)
      toast.success(t(resolves ? 'reply.sentAndResolved' : 'reply.sent'))
    },
    (failure) => {
      takePresentState(failure)
      // The notice of the new state says it.
      return failure.problem?.status === 409 ? undefined : problemText(t, failure)
    },
  )
  const isOpen = claim.status === 'open'
  const overtaken = claim.version !== seen && text.trim() !== ''
  if (!isOpen && text.trim() === '') return null

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (send.busy || !isOpen) return
    const wrong =
      text.trim() === ''
        ? t('reply.required')
        : text.trim().length > CLAIM_TEXT_MAX
          ? t('reply.tooLong', { count: CLAIM_TEXT_MAX })
          : undefined
    setFault(wrong)
    if (wrong === undefined) void send.run()
    else field.current?.focus()
  }

  return (
    <Section
      title={t('reply.title')}
      lead={t('reply.lead', { language: languageName(claim.language) })}
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
        {!overtaken && <FailureNotice title={t('reply.failed')} text={send.notice} />}
        {isOpen && (
          <div className="grid sm:justify-end">
            <Button
              type="submit"
              busy={send.busy}
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

interface TemplateChoiceProps {
  readonly claim: OneClaim
  readonly text: string
  readonly onText: (text: string) => void
}

/** Prepared texts in the sender's language; they never replace typed text. */
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
