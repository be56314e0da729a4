import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readMailQueue, sendMailAgain, type MailQueue } from '#shared/contract/mail-queue.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { QueryFailure } from '../../ui/loaded/load-failure.tsx'
import { HeldMails, MAIL_QUEUE } from './held-mails.tsx'

const KEY = MAIL_QUEUE
const REFRESH_MS = 60_000

const KINDS = [
  ['-code', 'code'],
  ['request-', 'request'],
  ['event-', 'event'],
  ['claim-', 'message'],
  ['contact-', 'message'],
  ['pledge-', 'donation'],
  ['news-', 'newsletter'],
  ['subscription-', 'newsletter'],
] as const
type MailKind = 'account' | (typeof KINDS)[number][1]
const mailKindOf = (template: string): MailKind =>
  KINDS.find(([part]) => template.includes(part))?.[1] ?? 'account'

/** For administrators; nothing is shown while every mail leaves. */
export function MailPanel() {
  const { t } = useTranslation('overview')
  const query = useQuery({
    ...readQuery(KEY, readMailQueue, {}),
    refetchInterval: REFRESH_MS,
  })
  if (query.data === undefined)
    return query.isError ? <QueryFailure title={t('mail.failed')} query={query} /> : null
  const { waiting, failed, held, mails } = query.data
  if (mails.length === 0 && held === 0) return null
  return (
    <>
      {held > 0 && <HeldMails count={held} />}
      {mails.length > 0 && <Queue waiting={waiting} failed={failed} mails={mails} />}
    </>
  )
}

function Queue({ waiting, failed, mails }: Pick<MailQueue, 'waiting' | 'failed' | 'mails'>) {
  const { t } = useTranslation('overview')
  return (
    <section aria-labelledby="mail-queue" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="mail-queue" className="text-xl headline">
        {t('mail.title')}
      </h2>
      <p className="text-muted">
        {waiting > 0 && t('mail.waiting', { count: waiting })}{' '}
        {failed > 0 && t('mail.lost', { count: failed })}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reached by keyboard (WCAG 2.1.1) */}
      <section tabIndex={0} aria-label={t('mail.list')} className="relative overflow-x-auto">
        <Mails mails={mails} />
      </section>
    </section>
  )
}

function Mails({ mails }: Pick<MailQueue, 'mails'>) {
  const { t } = useTranslation('overview')
  const format = useFormat()
  const again = useCall(
    async (id: string) => {
      try {
        await ask(sendMailAgain, { params: { id } })
        toast.success(t('mail.queued'))
      } finally {
        void queryClient.invalidateQueries({ queryKey: KEY })
      }
    },
    () => toast.error(t('mail.notQueued')),
  )
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t('mail.title')}</caption>
      <thead className="border-b border-line-strong">
        <tr>
          {(['kind', 'to', 'since', 'error'] as const).map((column) => (
            <th key={column} scope="col" className="py-2 pe-3 text-start font-semibold">
              {t(`mail.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{t('mail.again')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map(({ id, kind: template, to, state, createdAt, lastError }) => (
          <tr key={id} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-2 pe-3 text-start font-normal">
              <Kind kind={mailKindOf(template)} />
            </th>
            <td className="pe-3">
              <Ltr>{to}</Ltr>
            </td>
            <td className="pe-3">{format.dateTime(createdAt)}</td>
            <td className="pe-3">
              <Ltr>{lastError}</Ltr>
            </td>
            <td className="text-end">
              {state === 'failed' && (
                <Button
                  variant="secondary"
                  busy={again.busy && again.input?.[0] === id}
                  onClick={() => void again.run(id)}
                >
                  {t('mail.again')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Kind({ kind }: { readonly kind: MailKind }) {
  const { t } = useTranslation('overview')
  return t(`mail.kinds.${kind}`)
}
