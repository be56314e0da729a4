import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { shortDeviceId } from '#shared/domain/card/kiosk-rules.ts'
import { cardId } from '#shared/domain/people/member-id.ts'
import { dashboardPath } from '#shared/domain/people/roles.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { useLanguage } from '../../i18n/use-format.ts'

const MEMBER = /^member:(\d{1,15})$/
const DEVICE = /^device:([0-9a-f-]{36})$/
const DASHBOARD = dashboardPath('admin')
/** What has a page that an administrator, who alone reads the log, may open. */
const PAGES = {
  report: (id: string) => `/reports/${id}/evidence`,
  event: (id: string) => `${DASHBOARD}/events/${id}`,
  claim: (id: string) => `${DASHBOARD}/claims/${id}`,
} as const
const PAGE = /^(report|event|claim):([\w-]{1,64})$/
const LINK = 'inline-block rounded-sm text-brand underline-offset-4 hover:underline'

/** The actor or the target, with a link. People are card numbers here: the log holds no names. */
export function Who({ id }: { readonly id: string }) {
  const { t } = useTranslation('audit')
  const number = MEMBER.exec(id)?.[1]
  if (number !== undefined)
    return (
      <Link to={`${DASHBOARD}/users/${cardId(Number(number))}`} className={LINK}>
        <Ltr className="whitespace-nowrap tabular-nums">{cardId(Number(number))}</Ltr>
      </Link>
    )
  const [, kind, key = ''] = PAGE.exec(id) ?? []
  if (kind === 'report' || kind === 'event' || kind === 'claim')
    return (
      <Link to={PAGES[kind](key)} className={LINK}>
        {t(`who.${kind}`)} <Ltr className="break-all tabular-nums">{key}</Ltr>
      </Link>
    )
  const device = DEVICE.exec(id)?.[1]
  if (device !== undefined)
    return (
      <span title={device}>
        {t('who.device')}{' '}
        <Ltr className="whitespace-nowrap text-muted tabular-nums">{shortDeviceId(device)}</Ltr>
      </span>
    )
  if (id === 'system') return <>{t('who.system')}</>
  if (id === 'anonymous') return <>{t('who.anonymous')}</>
  return id === '' ? <span className="text-muted">–</span> : <Ltr className="break-all">{id}</Ltr>
}

/** One value of the detail, as it was written. */
export const detailText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

type Names = { readonly [part: string]: string | Names }

const flat = (names: Names, before = ''): { readonly value: string; readonly label: string }[] =>
  Object.entries(names).flatMap(([part, name]) =>
    typeof name === 'string'
      ? { value: `${before}${part}`, label: name }
      : flat(name, `${before}${part}.`),
  )

interface ActionNames {
  /** In the order of the reader's language. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** An action that an older or newer server wrote is shown as it is. */
  readonly nameOf: (action: string) => string
}

/** What the log calls `member.updated`, in words. The texts are the list: a test holds them against the code. */
export function useActionNames(): ActionNames {
  const { t } = useTranslation('audit')
  const language = useLanguage()
  const options = flat(t('actions', { returnObjects: true }) as unknown as Names).sort(
    (one, other) => one.label.localeCompare(other.label, language),
  ) // the part of the file below `actions`
  return {
    options,
    nameOf: (action) => options.find(({ value }) => value === action)?.label ?? action,
  }
}
