import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Pledge } from '#shared/contract/donations.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { DialogFoot } from '../../ui/dialog/dialog-foot.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { KeyHint, useShortcuts } from '../../ui/staff/shortcuts.tsx'
import { useDashboard } from '../../ui/staff/use-dashboard.ts'
import { useMoney } from '../../ui/use-money.ts'
import { Donor, PersonName, PledgeState, useReceivedText } from './pledge-parts.tsx'
import type { Deed } from './use-decision.ts'

export interface PledgeDialogProps {
  readonly pledge: Pledge | undefined
  /** What was done just now: in here, because a toast would lie over the dialog. */
  readonly said: string | undefined
  readonly onDecide: (deed: Deed) => void
  readonly onReceipt: () => void
  readonly onClose: () => void
  /** The dialog of a decision: in here, so that the focus goes into it and comes back from it. */
  readonly children: ReactNode
}

export function PledgeDialog({
  pledge,
  said,
  onDecide,
  onReceipt,
  onClose,
  children,
}: PledgeDialogProps) {
  const { t } = useTranslation('staffDonations')
  return (
    <Dialog
      open={pledge !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={t('one.title', { reference: pledge?.reference ?? '' })}
      size="lg"
      hidesBehind
    >
      {pledge !== undefined && (
        <div className="grid gap-6">
          <PledgeFacts pledge={pledge} />
          <Receipt receipt={pledge.receipt} onReceipt={onReceipt} />
          <History pledge={pledge} said={said} />
          <Deeds decided={pledge.status !== 'pledged'} onDecide={onDecide} />
        </div>
      )}
      {children}
    </Dialog>
  )
}

/** The receipt for the tax office, where the association issues them. */
function Receipt({
  receipt: { possible, inForce },
  onReceipt,
}: Pick<Pledge, 'receipt'> & Pick<PledgeDialogProps, 'onReceipt'>) {
  const { t } = useTranslation('staffDonations')
  const { base } = useDashboard()
  if (inForce !== null)
    return (
      <p>
        <Link
          to={`${base}/donations/receipts/${inForce.id}`}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {t('one.receipt', { number: inForce.number })}
        </Link>
      </p>
    )
  if (!possible) return null
  return (
    <Button variant="secondary" className="justify-self-start" onClick={onReceipt}>
      {t('one.issueReceipt')}
    </Button>
  )
}

/** Inside the dialog, where its keys belong. */
function Deeds({
  decided,
  onDecide,
}: Pick<PledgeDialogProps, 'onDecide'> & { readonly decided: boolean }) {
  const { t } = useTranslation('staffDonations')
  const deeds = decided
    ? ([{ deed: 'reopen', keys: 'o' }] as const)
    : ([
        { deed: 'cancel', keys: 'x' },
        { deed: 'confirm', keys: 'c' },
      ] as const)
  useShortcuts(
    deeds.map(({ deed, keys }) => ({
      keys,
      label: t(`decide.${deed}.open`),
      run: () => onDecide(deed),
    })),
  )
  return (
    <DialogFoot>
      {deeds.map(({ deed, keys }) => (
        <Button
          key={deed}
          data-begin={deed === 'confirm' || undefined}
          variant={deed === 'confirm' ? 'primary' : 'secondary'}
          aria-keyshortcuts={keys}
          onClick={() => onDecide(deed)}
        >
          {t(`decide.${deed}.open`)} <KeyHint name={keys} />
        </Button>
      ))}
    </DialogFoot>
  )
}

function PledgeFacts({ pledge }: { readonly pledge: Pledge }) {
  const { t } = useTranslation(['staffDonations', 'donations'])
  const [format, money, receivedText] = [useFormat(), useMoney(), useReceivedText()]
  return (
    <Facts
      items={[
        { label: t('one.promisedSum'), value: money(pledge.amountUsd) },
        { label: t('columns.state'), value: <PledgeState status={pledge.status} /> },
        { label: t('columns.cause'), value: t(`donations:causes.${pledge.cause}.title`) },
        { label: t('columns.method'), value: t(`methods.${pledge.method}`) },
        { label: t('columns.donor'), value: <Donor pledge={pledge} /> },
        { label: t('columns.createdAt'), value: format.dateTime(pledge.createdAt) },
        {
          label: t('one.receivedSum'),
          value: pledge.received === null ? '' : receivedText(pledge.received),
        },
        {
          label: t('one.receivedOn'),
          value: pledge.receivedOn === null ? '' : format.date(pledge.receivedOn),
        },
      ]}
    />
  )
}

function History({ pledge, said }: Pick<PledgeDialogProps, 'said'> & { readonly pledge: Pledge }) {
  const { t } = useTranslation('staffDonations')
  const format = useFormat()
  const receivedText = useReceivedText()
  const decided = pledge.status !== 'pledged'
  const title = useRef<HTMLHeadingElement>(null)
  const before = useRef(decided)
  useLayoutEffect(() => {
    if (before.current === decided) return
    before.current = decided
    // The button that opened the decision is gone: later, the dialog would take the focus itself (use-first-field.ts).
    // Not to the button in its place: a second Enter would begin to undo what the first one did.
    title.current?.focus()
  }, [decided])
  return (
    <section aria-labelledby="pledge-history">
      <h3
        ref={title}
        id="pledge-history"
        tabIndex={-1}
        data-begin={decided || undefined}
        className="text-lg font-semibold"
      >
        {t('one.history')}
      </h3>
      {said !== undefined && <Notice tone="success" title={said} className="mt-2" />}
      <ol className="mt-2 grid gap-3 border-s-2 border-line ps-4">
        <li>
          <p className="font-semibold">{t('one.promised')}</p>
          <p className="text-sm text-muted">{format.dateTime(pledge.createdAt)}</p>
        </li>
        {pledge.history.map(({ status, at, by, note, receivedOn, received }) => (
          <li key={at}>
            <p className="font-semibold">{t(`one.deeds.${status}`)}</p>
            <p className="text-sm text-muted">
              <PersonName person={by} />{' '}
              {by !== null && by.name !== '' && <Ltr>({bareCardId(by.cardId)})</Ltr>} ·{' '}
              {format.dateTime(at)}
              {received !== null && ` · ${receivedText(received)}`}
              {receivedOn !== null &&
                ` · ${t('one.arrived', { date: format.date(receivedOn, 'medium') })}`}
            </p>
            {note !== '' && (
              <p className="mt-1 whitespace-pre-line">
                <Auto>{note}</Auto>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
