import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conveneAssembly, type Assembly } from '#shared/contract/assembly.ts'
import { daysBetween } from '#shared/domain/assembly.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { problemText } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import { ANCHORS } from './anchors.ts'
import { refreshAssembly } from './refresh-assembly.ts'

interface ConveneSectionProps {
  readonly eventId: string
  readonly assembly: Assembly
  readonly begins: string
}

/** Mails the convocation to everybody who may vote, and says when that was done and whether it was in time. */
export function ConveneSection({ eventId, assembly, begins }: ConveneSectionProps) {
  const { t } = useTranslation(['assembly', 'problems'])
  const format = useFormat()
  const [asked, setAsked] = useState(false)
  const [openedAt] = useState(() => new Date().toISOString())
  const { guard, dialog } = useStepUp(t('assembly:convene.title'), t('assembly:convene.why'))
  const { convened, agendaChange, noticeDays, entitled, agenda, version } = assembly
  const daysLeft = daysBetween(openedAt, begins)
  const isBlank = agenda.length === 0
  // The server sends no convocation to an assembly that has begun.
  const hasBegun = Date.parse(begins) <= Date.parse(openedAt)
  const isLate = !hasBegun && daysLeft < noticeDays
  const convene = useCall(
    async () => {
      const result = await guard(() =>
        ask(conveneAssembly, { params: { id: eventId }, body: { late: isLate, version } }),
      )
      if (result.kind === 'cancelled') return
      await refreshAssembly(eventId)
      toast.success(t('assembly:convene.done'))
    },
    (failure) => {
      if (failure.problem?.code === 'conflict') void refreshAssembly(eventId)
      return problemText(t, failure)
    },
  )
  return (
    <Section
      anchor={ANCHORS.convene}
      title={t('assembly:convene.title')}
      lead={t('assembly:convene.lead')}
    >
      <div className="grid gap-3">
        {convened === null ? (
          <p>
            {hasBegun
              ? t('assembly:convene.never')
              : t('assembly:convene.notYet', { count: daysLeft })}
          </p>
        ) : (
          <Notice tone={convened.inTime ? 'success' : 'warning'}>
            {t('assembly:convene.at', { date: format.date(new Date(convened.at), 'medium') })}{' '}
            {t('assembly:convene.days', { count: convened.days })}{' '}
            {t('assembly:convene.sent', { count: convened.mails })}
          </Notice>
        )}
        {agendaChange !== null && (
          <Notice
            tone="warning"
            title={t('assembly:agenda.changed', { date: format.dateTime(agendaChange.at) })}
          >
            {t('assembly:convene.changed')}
          </Notice>
        )}
        {isLate && (
          <Notice tone="warning">{t('assembly:convene.late', { count: noticeDays })}</Notice>
        )}
        {convene.notice !== undefined && <Notice tone="danger">{convene.notice}</Notice>}
        {!hasBegun && (
          <div className="flex flex-wrap items-center gap-3">
            <Button
              busy={convene.busy}
              disabled={isBlank}
              aria-describedby={isBlank ? 'convene-why-not' : undefined}
              icon={<Send aria-hidden="true" size={18} className="mirror" />}
              onClick={() => setAsked(true)}
            >
              {t(convened === null ? 'assembly:convene.do' : 'assembly:convene.again')}
            </Button>
            {isBlank && (
              <p id="convene-why-not" className="text-muted print:hidden">
                {t('assembly:convene.noAgenda')}
              </p>
            )}
          </div>
        )}
      </div>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('assembly:convene.confirmTitle', { count: entitled })}
        text={t('assembly:convene.confirmText')}
        confirmLabel={t('assembly:convene.do')}
        onConfirm={() => {
          setAsked(false)
          void convene.run()
        }}
      />
      {dialog}
    </Section>
  )
}
