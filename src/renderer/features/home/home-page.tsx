import { lazy, Suspense } from 'react'
import { useSession } from '../../platform/session/session.ts'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { PublicHome } from './public-home.tsx'

/** Members come with news, and so with the contract and its parser: not for strangers, who open this page first. */
const MemberHome = lazy(async () => ({ default: (await import('./member-home.tsx')).MemberHome }))

export function HomePage() {
  const session = useSession()
  if (session.state === 'unauthenticated' || session.state === 'waiting') return <PublicHome />
  return (
    <Suspense fallback={<Waiting />}>
      {session.state === 'authenticated' ? <MemberHome user={session.user} /> : <Waiting />}
    </Suspense>
  )
}

/** As high as a screen, so that the footer does not jump when the page comes. */
const Waiting = () => (
  <div className="min-h-dvh">
    <PageSpinner />
  </div>
)
