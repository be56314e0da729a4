import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { useHasRoute } from '../../../ui/known-routes.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { useAsked, useRefresh } from './use-asked.ts'

/** What checks cards without network, and what waits to be sent. */
export function DoorSection() {
  const { t } = useTranslation('desktopSettings')
  const format = useFormat()
  const hasRoute = useHasRoute()
  const { data: list } = useAsked('offline:state', 'offline:changed')
  const { data: queue } = useAsked('queue:state', 'queue:changed')
  const refresh = useRefresh('offline:refresh', 'offline:state')
  return (
    <Section
      title={t('door.title')}
      lead={t('door.lead')}
      actions={
        <>
          {hasRoute('/kiosk/queue') && (
            <LinkButton to="/kiosk/queue" variant="secondary">
              {t('door.queue')}
            </LinkButton>
          )}
          <Button
            variant="secondary"
            busy={refresh.isPending}
            icon={<RefreshCw aria-hidden="true" size={18} />}
            onClick={() => refresh.mutate()}
          >
            {t('door.refresh')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {list?.tooOld === true && <Notice tone="warning">{t('door.tooOld')}</Notice>}
        {list?.clockWrong === true && <Notice tone="warning">{t('door.clock')}</Notice>}
        <Facts
          items={[
            {
              label: t('door.issued'),
              value:
                list === undefined || list.listIssuedAt === null
                  ? t('door.never')
                  : `${format.dateTime(list.listIssuedAt)} (${format.relative(list.listIssuedAt)})`,
            },
            {
              label: t('door.cards'),
              value:
                list === undefined || list.cards === null ? undefined : format.number(list.cards),
            },
            {
              label: t('door.tried'),
              value:
                list === undefined || list.lastTryAt === null
                  ? undefined
                  : format.dateTime(list.lastTryAt),
            },
            {
              label: t('door.waiting'),
              value: queue === undefined ? undefined : format.number(queue.waiting),
            },
          ]}
        />
      </div>
    </Section>
  )
}
