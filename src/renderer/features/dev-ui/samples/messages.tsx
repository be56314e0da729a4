import { CalendarX } from 'lucide-react'
import { MEMBER_STATUSES } from '#shared/domain/people/member-status.ts'
import { ROLES } from '#shared/domain/people/roles.ts'
import { Button } from '../../../ui/button/button.tsx'
import { RoleBadge, StatusBadge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Steps } from '../../../ui/layout/steps.tsx'
import { type Sample, useWords } from './sample.ts'

function Notices() {
  const say = useWords()
  return (
    <div className="grid gap-2">
      {(['info', 'success', 'warning', 'danger'] as const).map((tone) => (
        <Notice key={tone} tone={tone} title={say('Your request was received', 'وصل طلبك')}>
          {say('A reviewer answers within a week.', 'يجيب المراجع خلال أسبوع.')}
        </Notice>
      ))}
    </div>
  )
}

function Badges() {
  return (
    <div className="flex flex-wrap gap-2">
      {ROLES.map((role) => (
        <RoleBadge key={role} role={role} />
      ))}
      {MEMBER_STATUSES.map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
    </div>
  )
}

function Progress() {
  const say = useWords()
  const steps = [say('E-mail', 'البريد'), say('Code', 'الرمز'), say('Your details', 'بياناتك')]
  return (
    <div className="grid gap-5">
      <ProgressBar value={0.62} label={say('Raised', 'جُمع')} />
      <ProgressBar
        value={0.2}
        label={say('Places taken', 'المقاعد المحجوزة')}
        tone="sun"
        text="100 / 500"
      />
      <Steps steps={steps} current={1} />
      <Steps steps={steps} current={3} />
      <div className="flex items-center gap-3 text-brand">
        <Spinner label={say('Loading', 'جارٍ التحميل')} />
        <Skeleton className="h-11 grow" />
      </div>
    </div>
  )
}

function Empty() {
  const say = useWords()
  return (
    <EmptyState icon={<CalendarX size={30} />} title={say('No events yet', 'لا فعاليات بعد')}>
      <p>{say('New events appear here.', 'تظهر الفعاليات الجديدة هنا.')}</p>
      <Button variant="secondary" className="mt-3">
        {say('Try again', 'حاول مرة أخرى')}
      </Button>
    </EmptyState>
  )
}

export const MESSAGE_SAMPLES: readonly Sample[] = [
  { name: 'Notice', Show: Notices },
  { name: 'RoleBadge, StatusBadge', Show: Badges },
  { name: 'ProgressBar, Steps, Spinner, Skeleton', Show: Progress },
  { name: 'EmptyState', Show: Empty },
]
