import { CloudOff, KeyRound, UserLock } from 'lucide-react'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { isStaff } from '#shared/domain/people/roles.ts'
import { platform } from '@platform'
import { readRefused, type ReturnState } from '../../platform/session/return-path.ts'
import { signOut, useSession } from '../../platform/session/session.ts'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useOnline } from '../../ui/feedback/use-online.ts'

/** Lasting facts about this visit, under the header. */
export function Banners() {
  return (
    <>
      <OfflineBanner />
      <NotKeptBanner />
      <RefusedBanner />
      <AskAgain />
    </>
  )
}

const AgreementBanner = lazy(
  async (): Promise<{ default: ComponentType<{ readonly cardId: string }> }> => {
    try {
      return { default: (await import('./agreement-banner.tsx')).AgreementBanner }
    } catch {
      return { default: () => null } // without a network the page goes on without it
    }
  },
)

function AskAgain() {
  const session = useSession()
  return session.state === 'authenticated' ? (
    <Suspense>
      <AgreementBanner cardId={session.user.cardId} />
    </Suspense>
  ) : null
}

interface BannerProps {
  readonly tone: 'sun' | 'info'
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

function Banner({ tone, icon, title, text, children }: BannerProps) {
  return (
    <output
      className={cx(
        'block print:hidden',
        tone === 'sun' ? 'bg-sun text-on-sun' : 'border-b border-info bg-info-soft',
      )}
    >
      <div className="column flex items-center gap-3 py-2 text-sm">
        {icon}
        <p>
          <strong className="font-semibold">{title}.</strong> {text} {children}
        </p>
      </div>
    </output>
  )
}

function OfflineBanner() {
  const { t } = useTranslation('common')
  const online = useOnline()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (online && wasOffline.current) toast.success(t('toasts:backOnline'))
    wasOffline.current = !online
  }, [online, t])
  if (online) return null
  return (
    <Banner
      tone="sun"
      icon={<CloudOff aria-hidden="true" size={20} className="shrink-0" />}
      title={t('offline.title')}
      text={t('offline.text')}
    />
  )
}

/** Desktop only: without a keychain the session ends with the app, so the page says so before. */
function NotKeptBanner() {
  const { t } = useTranslation('common')
  const { state } = useSession()
  const [kept, setKept] = useState(true)
  useEffect(() => {
    if (state !== 'authenticated') return
    void platform.keepsSession().then(setKept)
  }, [state])
  if (kept || state !== 'authenticated') return null
  return (
    <Banner
      tone="info"
      icon={<KeyRound aria-hidden="true" size={20} className="shrink-0 text-info" />}
      title={t('notKept.title')}
      text={t('notKept.text')}
    />
  )
}

/** After a link to a page that the role does not open (docs/spec/staff.md, 1): why the home page appeared. */
function RefusedBanner() {
  const { t } = useTranslation('common')
  const session = useSession()
  const navigate = useNavigate()
  const refused = readRefused(useLocation().state)
  if (refused === undefined || session.state !== 'authenticated') return null
  const change = (): void => {
    const state: ReturnState = { returnTo: refused }
    void signOut()
    void navigate('/login', { state })
  }
  return (
    <Banner
      tone="info"
      icon={<UserLock aria-hidden="true" size={20} className="shrink-0 text-info" />}
      title={t(isStaff(session.user.role) ? 'refused.otherRole' : 'refused.title')}
      text={t('refused.text')}
    >
      <button
        type="button"
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        onClick={change}
      >
        {t('refused.signIn')}
      </button>
    </Banner>
  )
}
