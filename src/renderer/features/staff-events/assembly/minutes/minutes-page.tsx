import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { readMinutes } from '#shared/contract/assembly.ts'
import { readQuery } from '../../../../platform/calls/read-query.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { Loaded } from '../../../../ui/loaded/loaded.tsx'
import { StaffPage } from '../../../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../../../ui/staff/use-dashboard.ts'
import { usePublisher } from '../../../../ui/use-association.ts'
import { MinutesSheet } from './minutes-sheet.tsx'

/** The draft of the minutes as it is on paper, and the button that prints it. It names nobody. */
export function MinutesPage() {
  const { t } = useTranslation('assembly')
  const { id = '' } = useParams()
  const { base } = useDashboard()
  const publisher = usePublisher()
  const minutes = useQuery({
    ...readQuery(['assembly', id, 'minutes'], readMinutes, { params: { id } }),
    staleTime: 0,
  })
  return (
    <StaffPage
      title={t('minutes.title')}
      back={{ to: `${base}/events/${id}/assembly`, label: t('staff.title') }}
      lead={t('minutes.lead')}
      end={
        minutes.data !== undefined && (
          <Button icon={<Printer aria-hidden="true" size={20} />} onClick={() => window.print()}>
            {t('minutes.print')}
          </Button>
        )
      }
    >
      <Loaded
        query={minutes}
        failure={t('minutes.failed')}
        skeleton={<Skeleton className="h-96" />}
      >
        {(loaded) => (
          <section
            aria-label={t('minutes.title')}
            dir="ltr" // as the paper in it
            className="minutes-frame rounded-lg border border-line bg-white p-4"
          >
            <MinutesSheet minutes={loaded} association={publisher} />
          </section>
        )}
      </Loaded>
    </StaffPage>
  )
}
