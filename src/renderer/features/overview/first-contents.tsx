import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { decideFirstContents, readFirstContents } from '#shared/contract/settings.ts'
import { ask } from '../../platform/api.ts'
import { eventsQuery, newsQuery } from '../../platform/content-queries.ts'
import { queryClient } from '../../platform/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { STATS } from '../../ui/staff/recount.ts'
import { toast } from '../../ui/toast.ts'

const KEY = ['settings', 'first-contents'] as const

/** For administrators of an installation without events and news: one offer, which either answer ends. */
export function FirstContents() {
  const { t } = useTranslation('overview')
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => ask(readFirstContents, {}, { signal }),
  })
  const decide = useMutation({
    mutationFn: (add: boolean) => ask(decideFirstContents, { body: { add } }),
    onSuccess: ({ added }) => added > 0 && toast.success(t('first.added')),
    onError: () => toast.error(t('first.failed')),
    onSettled: () => {
      for (const queryKey of [KEY, STATS, eventsQuery.queryKey, newsQuery.queryKey])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
  if (data?.offered !== true) return null
  return (
    <Notice tone="info" title={t('first.title')}>
      <p>{t('first.text')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          busy={decide.isPending && decide.variables}
          disabled={decide.isPending}
          onClick={() => decide.mutate(true)}
        >
          {t('first.add')}
        </Button>
        <Button
          variant="secondary"
          disabled={decide.isPending}
          onClick={() => decide.mutate(false)}
        >
          {t('first.notNow')}
        </Button>
      </div>
    </Notice>
  )
}
