import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settleHeldMails } from '#shared/contract/mail-queue.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { Button } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { STATS } from '../../ui/staff/refresh-counts.ts'

export const MAIL_QUEUE = [...STATS, 'mail'] as const

/** After a restore: what waited at the backup may have been sent, so a person decides. */
export function HeldMails({ count }: { readonly count: number }) {
  const { t } = useTranslation('overview')
  const [act, setAct] = useState<'send' | 'discard'>()
  const settle = useCall(
    async (chosen: 'send' | 'discard') => {
      try {
        await ask(settleHeldMails, { body: { act: chosen } })
        toast.success(t(chosen === 'send' ? 'held.sent' : 'held.discarded'))
      } finally {
        setAct(undefined)
        void queryClient.invalidateQueries({ queryKey: MAIL_QUEUE })
      }
    },
    () => toast.error(t('held.notSettled')),
  )
  return (
    <Notice tone="warning" title={t('held.title')}>
      <p>{t('held.text', { count })}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setAct('send')}>
          {t('held.sendAll')}
        </Button>
        <Button variant="secondary" onClick={() => setAct('discard')}>
          {t('held.discardAll')}
        </Button>
      </div>
      <ConfirmDialog
        open={act !== undefined}
        onOpenChange={() => setAct(undefined)}
        title={t(act === 'discard' ? 'held.discardTitle' : 'held.sendTitle')}
        text={<p>{t(act === 'discard' ? 'held.discardText' : 'held.sendText')}</p>}
        confirmLabel={t(act === 'discard' ? 'held.discard' : 'held.send')}
        tone={act === 'discard' ? 'danger' : 'primary'}
        busy={settle.busy}
        onConfirm={() => act !== undefined && void settle.run(act)}
      />
    </Notice>
  )
}
