import { CloudOff, KeyRound } from 'lucide-react'
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
import { platform } from '@platform'
import { useSession } from '../../platform/session/session.ts'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useOnline } from '../../ui/feedback/use-online.ts'

/** Lasting facts about this visit, under the header. */
export function Banners() {
  return (
    <>
      <OfflineBanner />
      <NotKeptBanner />
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
}

function Banner({ tone, icon, title, text }: BannerProps) {
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
          <strong className="font-semibold">{title}.</strong> {text}
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
