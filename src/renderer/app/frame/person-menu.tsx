import { CircleUserRound, LayoutDashboard, LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import type { SessionUser } from '../../platform/platform.ts'
import { signOut, useSession } from '../../platform/session/session.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { RoleBadge } from '../../ui/feedback/badge.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import {
  Disclosure,
  DisclosureButton,
  DisclosurePanel,
  useDisclosure,
} from '../../ui/layout/disclosure.tsx'
import { useDashboardLink, useMenuLinks } from '../desktop/menu-links.ts'

const TRIGGER =
  'inline-flex min-h-[44px] min-w-[44px] shrink-0 items-center justify-center gap-2 rounded-md font-semibold hover:bg-sunken'

/** The person icon: sign-in for visitors, a menu for members. */
export function PersonMenu() {
  const session = useSession()
  const { t } = useTranslation('nav')
  if (session.state === 'authenticated') return <MemberMenu user={session.user} />
  return (
    <Link to="/login" aria-label={t('login')} className={`${TRIGGER} @2xl:px-3`}>
      <CircleUserRound aria-hidden="true" size={24} />
      <span aria-hidden="true" className="hidden @2xl:inline">
        {t('login')}
      </span>
    </Link>
  )
}

const ENTRY = 'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-start hover:bg-sunken'

function MemberMenu({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation('nav')
  return (
    <Disclosure className="relative">
      <DisclosureButton
        aria-label={t('accountOf', { name: user.name })}
        title={user.name}
        className={`${TRIGGER} text-brand`}
      >
        <CircleUserRound aria-hidden="true" size={26} />
      </DisclosureButton>
      <DisclosurePanel className="absolute end-0 top-full mt-2 w-72 max-w-[calc(100vw-2rem)] animate-rise rounded-md border border-line bg-raised p-1 shadow-float">
        <div className="grid justify-items-start gap-1 border-b border-line px-3 pt-2 pb-3">
          <p className="font-semibold">
            <Auto>{user.name}</Auto>
          </p>
          <p className="text-sm text-muted">
            <Ltr>{bareCardId(user.cardId)}</Ltr>
          </p>
          <RoleBadge role={user.role} />
        </div>
        <MemberLinks />
        <div className="border-t border-line pt-1">
          <SignOutEntry />
        </div>
      </DisclosurePanel>
    </Disclosure>
  )
}

/** The dashboard first, for staff: the header names it only while one is open. */
function MemberLinks() {
  const { t } = useTranslation('nav')
  const links = useMenuLinks('person')
  const dashboard = useDashboardLink()
  return (
    <nav aria-label={t('account')}>
      <ul className="py-1">
        {dashboard !== undefined && (
          <li>
            <Link to={dashboard.to} className={`${ENTRY} font-semibold text-brand`}>
              <LayoutDashboard aria-hidden="true" size={19} />
              {dashboard.label}
            </Link>
          </li>
        )}
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={ENTRY}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SignOutEntry() {
  const { t, i18n } = useTranslation('nav')
  const { close } = useDisclosure()
  const navigate = useNavigate()

  function leave(): void {
    close()
    void signOut()
    void navigate('/login')
    // The texts of sign-in and sign-out are not part of the base texts.
    void i18n.loadNamespaces('auth').then(() => toast.success(i18n.t('auth:logoutSuccess')))
  }

  return (
    <button type="button" onClick={leave} className={ENTRY}>
      <LogOut aria-hidden="true" size={19} className="mirror text-muted" />
      {t('logout')}
    </button>
  )
}
