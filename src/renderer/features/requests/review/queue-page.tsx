import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useCall } from '../../../ui/call/use-call.ts'
import { PageSpinner } from '../../../ui/feedback/spinner.tsx'
import { LoadFailure } from '../../../ui/loaded/load-failure.tsx'
import { useDeskFits } from '../../../ui/staff/desk/desk.tsx'
import { StaffPage } from '../../../ui/staff/toolbar.tsx'
import { openNext } from '../queries.ts'

/**
 * The way to what waits: the oldest request that no colleague holds. Where the list does not stand beside it, or
 * nothing is free, the list opens.
 */
export function QueuePage() {
  const { t } = useTranslation('registrationRequests')
  const navigate = useNavigate()
  const fits = useDeskFits()
  const { run, busy, failure } = useCall(async () => {
    const next = fits ? await openNext() : undefined
    const to = next?.requestId ?? ''
    await navigate(to === '' ? '..?status=pending' : `../${to}`, {
      relative: 'path',
      replace: true,
    })
  })
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void run()
  }, [run])
  if (failure === undefined) return <PageSpinner />
  return (
    <StaffPage title={t('title')}>
      <LoadFailure
        title={t('messages.fetchError')}
        error={failure}
        busy={busy}
        onRetry={() => void run()}
      />
    </StaffPage>
  )
}
