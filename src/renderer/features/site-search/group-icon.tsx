import { CalendarDays, FileText, Megaphone, Newspaper } from 'lucide-react'
import type { GroupKey } from './use-site-search.ts'

const ICONS = {
  pages: FileText,
  events: CalendarDays,
  news: Newspaper,
  reports: Megaphone,
} as const satisfies Record<GroupKey, unknown>

export function GroupIcon({ group }: { readonly group: GroupKey }) {
  const Icon = ICONS[group]
  return <Icon aria-hidden="true" size={19} className="shrink-0 text-muted" />
}
