/** What an association settles before its site is online (docs/go-live.md). Nothing is refused while something is open. */
import { type Association, openIdentity } from './association.ts'

/** Only people can say that these are done: the product cannot see it. */
export const CONFIRMED_BY_HAND = ['retention', 'dpia', 'register', 'processors'] as const
export type ConfirmedByHand = (typeof CONFIRMED_BY_HAND)[number]

export const GO_LIVE_ITEMS = [
  'identity',
  'host',
  'officer',
  'reports',
  'mail',
  'backups',
  'administrators',
  'terms',
  ...CONFIRMED_BY_HAND,
] as const
export type GoLiveItem = (typeof GO_LIVE_ITEMS)[number]

export interface GoLiveFacts {
  readonly association: Association
  /** An administrator has chosen how reports are published. */
  readonly isReportModeDecided: boolean
  readonly sendsMail: boolean
  readonly makesBackups: boolean
  readonly administrators: number
  /** Day on which the association adopted its terms, or blank. */
  readonly adoptedOn: string
  readonly confirmed: readonly ConfirmedByHand[]
}

export function openGoLiveItems(facts: GoLiveFacts): readonly GoLiveItem[] {
  const items = openIdentity(facts.association).map(({ item }) => item)
  const isOfHost = (item: string): boolean => item.startsWith('host')
  const isOpen: Readonly<Record<Exclude<GoLiveItem, ConfirmedByHand>, boolean>> = {
    identity: items.some((item) => !isOfHost(item) && item !== 'officer'),
    host: items.some(isOfHost),
    officer: items.includes('officer'),
    reports: !facts.isReportModeDecided,
    mail: !facts.sendsMail,
    backups: !facts.makesBackups,
    administrators: facts.administrators < 2,
    terms: facts.adoptedOn === '',
  }
  return GO_LIVE_ITEMS.filter((item) =>
    item in isOpen
      ? isOpen[item as keyof typeof isOpen] // as: it is one of its keys
      : !facts.confirmed.some((one) => one === item),
  )
}
