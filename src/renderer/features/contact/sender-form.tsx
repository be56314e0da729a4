import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RequiredNote } from '../../ui/form/required-note.tsx'
import { PrivacyLink } from '../../ui/layout/privacy-link.tsx'

/** The frame of a message and of an objection: heading, failure of the call, button, privacy. */
export function SenderForm({
  id,
  title,
  lead,
  send,
  solving,
  submitLabel,
  onSubmit,
  children,
}: {
  readonly id: string
  readonly title: string
  readonly lead?: string | undefined
  readonly send: {
    readonly busy: boolean
    readonly failure: object | undefined
    readonly notice: ReactNode
  }
  /** While the browser works on the proof that keeps senders of spam away. */
  readonly solving: boolean
  readonly submitLabel: string
  readonly onSubmit: () => Promise<void>
  readonly children: ReactNode
}) {
  const { t } = useTranslation('contact')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
      aria-labelledby={id}
      className="grid gap-5 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <div>
        <h2 id={id} className="text-xl headline">
          {title}
        </h2>
        {lead !== undefined && <p className="mt-1 text-sm text-muted">{lead}</p>}
      </div>
      <RequiredNote />
      {children}
      {send.failure !== undefined && (
        <Notice tone="danger" title={t('errors.sendFailed')}>
          {send.notice !== undefined && <p>{send.notice}</p>}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          size="lg"
          busy={send.busy}
          icon={<Send aria-hidden="true" size={19} className="mirror" />}
          className="w-full sm:w-auto"
        >
          {send.busy ? t('form.sending') : submitLabel}
        </Button>
        <p aria-live="polite" className="text-sm text-muted">
          {solving ? t('form.proof') : ''}
        </p>
      </div>
      <p className="text-sm">
        <PrivacyLink />
      </p>
    </form>
  )
}
