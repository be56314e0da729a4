import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { dashboardPath, isStaff } from '#shared/domain/people/roles.ts'
import { useSession } from '../../platform/session/session.ts'
import { decideGuard } from '../guard/guard-rule.ts'
import { type MenuPlace, ROUTES } from '../routes.ts'

export interface MenuLink {
  readonly to: string
  readonly label: string
  readonly callToAction: boolean
}

/** The links of one place that this user may open, in the order of the route table. */
export function useMenuLinks(place: MenuPlace): readonly MenuLink[] {
  const { t } = useTranslation('nav')
  const session = useSession()
  return ROUTES.flatMap(({ path, access, menu }) => {
    if (
      menu === undefined ||
      !menu.places.includes(place) ||
      decideGuard(access, session) !== 'show'
    )
      return []
    return [{ to: path, label: t(menu.label), callToAction: menu.callToAction === true }]
  })
}

/** The own dashboard of a member of staff; undefined for all others. */
export function useDashboardLink(): MenuLink | undefined {
  const { t } = useTranslation('nav')
  const session = useSession()
  if (session.state !== 'authenticated' || !isStaff(session.user.role)) return undefined
  return { to: dashboardPath(session.user.role), label: t('dashboard'), callToAction: false }
}

/** docs/spec/pages.md, 2: in the header the dashboard stands only while one is open. */
export const useIsInDashboard = (): boolean => useLocation().pathname.includes('/dashboard')
