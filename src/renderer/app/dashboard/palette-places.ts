import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { StaffRole } from '#shared/domain/people/roles.ts'
import { SECTIONS } from '../../features/staff-settings/sections.ts'
import { useFormat, useLanguage } from '../../i18n/use-format.ts'
import { eventsQuery } from '../../platform/calls/content-queries.ts'
import { dashboardTabs } from './dashboard-routes.ts'
import type { PaletteOption } from './palette-options.ts'

type Place = Omit<PaletteOption, 'run'> & {
  /** Within the dashboard. */
  readonly path: string
}

/** Events and sections of the settings, once something is typed: without it they would fill the list. */
export function usePlaces(role: StaffRole, query: string): readonly Place[] {
  // Without suspense: texts that arrive later must not take the page away.
  const { t, ready } = useTranslation(['staffSettings', 'association', 'taxReceipts'], {
    useSuspense: false,
  })
  const language = useLanguage()
  const format = useFormat()
  const has = (tab: string): boolean => dashboardTabs(role).some(({ path }) => path === tab)
  const { data: events } = useQuery({ ...eventsQuery, enabled: has('events') })
  if (query.trim() === '') return []
  return [
    ...(has('events') ? (events ?? []) : []).map(({ id, content, startsAt }) => ({
      id: `event ${id}`,
      group: 'event' as const,
      label: `\u2068${content[language].title}\u2069 · ${format.date(startsAt, 'medium')}`,
      path: `events/${id}`,
    })),
    ...(ready && has('settings') ? SECTIONS : []).map(([section, title]) => ({
      id: `setting ${section}`,
      group: 'setting' as const,
      label: t(title),
      also: section,
      path: `settings#${section}`,
    })),
  ]
}
