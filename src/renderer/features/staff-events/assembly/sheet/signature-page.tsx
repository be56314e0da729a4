import { useQuery } from '@tanstack/react-query'
import { LockKeyhole, Printer, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { signatureList } from '#shared/contract/assembly.ts'
import { useLanguage } from '../../../../i18n/use-format.ts'
import { ask } from '../../../../platform/calls/api.ts'
import { eventQuery } from '../../../../platform/calls/content-queries.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { Loaded } from '../../../../ui/loaded/loaded.tsx'
import { StaffPage } from '../../../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../../../ui/staff/use-dashboard.ts'
import { useStepUp } from '../../../../ui/step-up/use-step-up.tsx'
import { usePublisher } from '../../../../ui/use-association.ts'
import { SignatureSheet } from './signature-sheet.tsx'

/** The list for signatures of an assembly, as it is on paper, and the button that prints it. */
export function SignaturePage() {
  const { t } = useTranslation('assembly')
  const { id = '' } = useParams()
  const language = useLanguage()
  const { base } = useDashboard()
  const event = useQuery(eventQuery(id))
  const { guard, dialog } = useStepUp(t('lists.signatures'), t('sheet.why'))
  const list = useQuery({
    queryKey: ['assembly', id, 'signatures'],
    // With the signal, a page that is left while its dialog is open ends the call and leaves nothing that waits.
    queryFn: ({ signal }) => guard(() => ask(signatureList, { params: { id } }, { signal })),
    gcTime: 0, // names are removed with the page that shows them
    staleTime: Number.POSITIVE_INFINITY, // each look is recorded
  })
  const publisher = usePublisher()
  const title = event.data?.content[language].title
  const hasPeople = list.data?.kind === 'done' && list.data.value.people.length > 0
  return (
    <StaffPage
      title={title === undefined ? t('lists.signatures') : t('sheet.of', { title })}
      back={{ to: `${base}/events/${id}/assembly`, label: t('staff.title') }}
      lead={t('sheet.lead')}
      end={
        hasPeople && (
          <Button icon={<Printer aria-hidden="true" size={20} />} onClick={() => window.print()}>
            {t('sheet.print')}
          </Button>
        )
      }
    >
      <Loaded query={list} failure={t('sheet.failed')} skeleton={<Skeleton className="h-96" />}>
        {(reply) =>
          reply.kind === 'cancelled' ? (
            <EmptyState icon={<LockKeyhole size={30} />} title={t('sheet.locked')}>
              <Button
                variant="secondary"
                busy={list.isFetching}
                onClick={() => void list.refetch()}
              >
                {t('sheet.show')}
              </Button>
            </EmptyState>
          ) : reply.value.people.length === 0 ? (
            <EmptyState icon={<Users size={30} />} title={t('sheet.empty')}>
              {t('sheet.emptyText')}
            </EmptyState>
          ) : (
            <section
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a narrow screen it scrolls, by keyboard as well
              tabIndex={0}
              aria-label={t('lists.signatures')}
              dir="ltr" // as the paper in it: it scrolls from the first letters of the lines
              className="overflow-x-auto rounded-lg border border-line bg-white p-4"
            >
              <SignatureSheet list={reply.value} association={publisher} />
            </section>
          )
        }
      </Loaded>
      {dialog}
    </StaffPage>
  )
}
