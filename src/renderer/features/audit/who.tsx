import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { SETTING_NAMES, TARGET_KINDS, type TargetKind } from '#shared/contract/audit.ts'
import { shortDeviceId } from '#shared/domain/card/kiosk-rules.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { dashboardPath } from '#shared/domain/people/roles.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { eventsQuery } from '../../platform/calls/content-queries.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import type { AuditEntry } from './audit-queries.ts'

const MEMBER = /^member:(\d{1,15})$/
const TARGET = /^([a-z-]+):(.+)$/
const DASHBOARD = dashboardPath('admin')
const SESSION_CHARS = 8
const LINK = 'inline-block rounded-sm text-brand underline-offset-4 hover:underline'

interface WhoProps {
  readonly id: string
  /** Of the row whose target it is: it says which report a piece of evidence belongs to. */
  readonly detail?: AuditEntry['detail'] | undefined
}

/** The actor or the target, with a link. People are card numbers here: the log holds no names. */
export function Who({ id, detail }: WhoProps) {
  const { t } = useTranslation('audit')
  // A merge has two records.
  if (id.includes(' '))
    return id.split(' ').map((one) => (
      <span key={one} className="block">
        <Who id={one} />
      </span>
    ))
  const number = MEMBER.exec(id)?.[1]
  if (number !== undefined)
    return (
      <Link to={`${DASHBOARD}/users/${cardId(Number(number))}`} className={LINK}>
        <Ltr className="whitespace-nowrap tabular-nums">{number}</Ltr>
      </Link>
    )
  const [, before, key = ''] = TARGET.exec(id) ?? []
  const kind = TARGET_KINDS.find((one) => one === before)
  if (kind !== undefined) {
    const page = pageOf(kind, key, detail)
    const name = <TargetName kind={kind} id={key} />
    return page === undefined ? (
      <span title={key}>{name}</span>
    ) : (
      <Link to={`${DASHBOARD}/${page}`} className={LINK}>
        {name}
      </Link>
    )
  }
  if (id === 'system') return <>{t('who.system')}</>
  if (id === 'anonymous') return <>{t('who.anonymous')}</>
  return id === '' ? <span className="text-muted">–</span> : <Ltr className="break-all">{id}</Ltr>
}

/** The page of the dashboard that an administrator, who alone reads the log, may open. */
function pageOf(kind: TargetKind, id: string, detail: WhoProps['detail']): string | undefined {
  switch (kind) {
    case 'report':
      return `reports/${id}`
    case 'evidence':
      return typeof detail?.['report'] === 'number'
        ? `reports/${detail['report']}/evidence`
        : undefined
    case 'event':
    case 'claim':
    case 'request':
      return `${kind}s/${id}`
    case 'news':
      return `news/${id}/edit`
    case 'settings':
      return `settings#${id}`
    default:
      return undefined
  }
}

/** An event by its title, as far as it is among those that are listed. */
function TargetName({ kind, id }: { readonly kind: TargetKind; readonly id: string }) {
  const { t } = useTranslation('audit')
  const language = useLanguage()
  const events = useQuery({ ...eventsQuery, enabled: kind === 'event' })
  const event = kind === 'event' ? events.data?.find((one) => one.id === id) : undefined
  if (event !== undefined) return <Auto>{event.content[language].title}</Auto>
  const setting = kind === 'settings' ? SETTING_NAMES.find((one) => one === id) : undefined
  if (setting !== undefined) return <>{t(`settings.${setting}`)}</>
  const shown =
    kind === 'device'
      ? shortDeviceId(id)
      : kind === 'session' || kind === 'file'
        ? id.slice(0, SESSION_CHARS)
        : id
  return (
    <>
      {t(`who.${kind}`)} <Ltr className="wrap-anywhere tabular-nums">{shown}</Ltr>
    </>
  )
}
