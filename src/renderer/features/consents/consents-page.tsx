import { useQuery } from '@tanstack/react-query'
import { Check, ShieldCheck, ShieldOff, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import {
  confirmConsent,
  listConsents,
  refuseConsent,
  type Consent,
} from '#shared/contract/consents.ts'
import { readSettings } from '#shared/contract/settings.ts'
import { formatIban } from '#shared/domain/bank-account.ts'
import { readCountry } from '#shared/domain/people/countries.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { ask } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/query-client.ts'
import { readQuery } from '../../platform/calls/read-query.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { useCall } from '../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Facts, type Fact } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { refreshCounts } from '../../ui/staff/refresh-counts.ts'
import { StaffPage } from '../../ui/staff/toolbar.tsx'
import { useDashboard } from '../../ui/staff/use-dashboard.ts'
import { useStepUp } from '../../ui/step-up/use-step-up.tsx'
import { useReportType } from '../../ui/use-report-type.ts'

const CONSENTS = ['consents'] as const

type Decision = 'confirm' | 'refuse'

/** Acts that wait for a second administrator, and how the last ones ended. */
export function ConsentsPage() {
  const { t } = useTranslation(['consents', 'reports'])
  const query = useQuery({
    ...readQuery(CONSENTS, listConsents, {}),
    refetchOnWindowFocus: true,
  })
  return (
    <StaffPage title={t('title')} lead={t('lead')}>
      <Loaded query={query} failure={t('failed')} skeleton={<Skeleton className="h-56" />}>
        {(consents) => <Lists consents={consents} />}
      </Loaded>
    </StaffPage>
  )
}

function Lists({ consents }: { readonly consents: readonly Consent[] }) {
  const { t } = useTranslation('consents')
  const [asked, setAsked] = useState<{ readonly consent: Consent; readonly decision: Decision }>()
  const open = consents.filter(({ state }) => state === 'open')
  const ended = consents.filter(({ state }) => state !== 'open')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {open.length === 0 ? (
        <NothingWaits />
      ) : (
        <ul aria-label={t('waiting')} className="grid gap-4">
          {open.map((consent) => (
            <li key={consent.id}>
              <Proposal
                consent={consent}
                onDecide={(decision) => setAsked({ consent, decision })}
              />
            </li>
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <Section title={t('ended')}>
          <ul className="divide-y divide-line">
            {ended.map((consent) => (
              <li
                key={consent.id}
                className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5"
              >
                <Heading consent={consent} />
                <Ending consent={consent} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {asked !== undefined && (
        <DecisionDialog key={asked.consent.id} {...asked} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}

/** That nothing waits reassures, so it is not said where nothing has to wait. */
function NothingWaits() {
  const { t } = useTranslation('consents')
  const { base } = useDashboard()
  const { data } = useQuery(readQuery(['association-settings', 'all'], readSettings, {}))
  const isOff = data?.consents.required === false
  return (
    <EmptyState
      icon={isOff ? <ShieldOff size={30} /> : <ShieldCheck size={30} />}
      title={t(isOff ? 'off.title' : 'none.title')}
    >
      <p>{t(isOff ? 'off.text' : 'none.text')}</p>
      {isOff && (
        <LinkButton to={`${base}/settings#consents`} variant="secondary" className="mt-4">
          {t('off.setting')}
        </LinkButton>
      )}
    </EmptyState>
  )
}

/** What will happen, and to whom or what. */
function Heading({ consent }: { readonly consent: Consent }) {
  const { t } = useTranslation('consents')
  const { kind, target } = consent
  const number = /^(?:report|evidence):(\d+)$/.exec(target)?.[1]
  return (
    <span className="font-semibold">
      {t(`kinds.${kind}`)}
      {consent.report === null && number !== undefined && (
        <>
          {' '}
          <Ltr>#{number}</Ltr>
        </>
      )}
      <Person consent={consent} />
    </span>
  )
}

/** Of an export it is whoever proposed it, and stands there. */
function Person({ consent: { kind, member } }: { readonly consent: Consent }) {
  if (member === null || member.name === '' || kind === 'member-export') return null
  return (
    <>
      {' · '}
      <Auto>{member.name}</Auto>
    </>
  )
}

/** Enough of a report to know it again, and a link to all of it. */
function ReportOf({ report }: { readonly report: NonNullable<Consent['report']> }) {
  const { t } = useTranslation('consents')
  const format = useFormat()
  const typeName = useReportType()
  const country = format.country(readCountry(report.country) ?? report.country)
  return (
    <div className="grid gap-1 rounded-md border border-line bg-sunken p-3 sm:p-4">
      <p className="font-semibold">
        <Link to={`/reports/${report.id}/evidence`} className="text-brand underline">
          <Ltr>#{report.id}</Ltr> <Auto>{typeName(report)}</Auto>
        </Link>
      </p>
      <p className="text-sm text-muted">
        <Auto>{report.city}</Auto> · {country} ·{' '}
        {t('report.filed', { date: format.date(report.createdAt) })}
      </p>
      <p className="line-clamp-3 wrap-anywhere">
        <Auto>{report.description}</Auto>
      </p>
      {report.evidence !== null && (
        <p>
          <span className="text-muted">{t('report.evidence')}</span>{' '}
          <Auto className="font-semibold wrap-anywhere">{report.evidence}</Auto>
        </p>
      )}
    </div>
  )
}

/** Name and card number; the number alone where the account is gone. */
function Somebody({ name, card }: { readonly name: string; readonly card: string }) {
  return (
    <>
      {name !== '' && (
        <>
          <Auto>{name}</Auto>{' '}
        </>
      )}
      <Ltr className="font-normal whitespace-nowrap text-muted tabular-nums">
        {bareCardId(card)}
      </Ltr>
    </>
  )
}

function Ending({
  consent: { state, decidedAt, decidedBy, decidedByName },
}: {
  readonly consent: Consent
}) {
  const { t } = useTranslation('consents')
  const format = useFormat()
  return (
    <span className="text-sm text-muted">
      {t(`states.${state}`)}
      {decidedAt !== null && (
        <>
          {' · '}
          <Somebody name={decidedByName ?? ''} card={decidedBy ?? ''} /> ·{' '}
          {format.dateTime(decidedAt)}
        </>
      )}
    </span>
  )
}

function useFacts({
  kind,
  member,
  proposedBy,
  proposedByName,
  proposedAt,
  expiresAt,
  reason,
  accounts,
  access,
}: Consent): readonly Fact[] {
  const { t } = useTranslation('consents')
  const format = useFormat()
  const { base } = useDashboard()
  return [
    ...(member === null || kind === 'member-export'
      ? []
      : [
          {
            label: t('facts.member'),
            value: (
              <Link to={`${base}/users/${member.cardId}`} className="text-brand underline">
                <Somebody name={member.name} card={member.cardId} />
              </Link>
            ),
          },
        ]),
    { label: t('facts.by'), value: <Somebody name={proposedByName} card={proposedBy} /> },
    { label: t('facts.at'), value: format.dateTime(proposedAt) },
    ...(reason === '' ? [] : [{ label: t('facts.reason'), value: <Auto>{reason}</Auto> }]),
    ...(accounts === null
      ? []
      : [{ label: t('facts.accounts'), value: <Accounts accounts={accounts} /> }]),
    ...(access === null
      ? []
      : [{ label: t('facts.changes'), value: <AccessChanges access={access} /> }]),
    { label: t('facts.until'), value: format.dateTime(expiresAt) },
  ]
}

/** Which fields of the account get which value; a password is never shown. */
function AccessChanges({ access }: { readonly access: NonNullable<Consent['access']> }) {
  const { t } = useTranslation(['consents', 'common'])
  const { role, status, email, phone, password } = access
  return (
    <ul className="grid gap-1">
      {role !== null && <li>{t('access.role', { value: t(`common:roles.${roleOf(role)}`) })}</li>}
      {status !== null && <li>{t('access.status', { value: t(`common:status.${status}`) })}</li>}
      {email !== null && (
        <li>
          {t('access.email')} <Ltr className="wrap-anywhere">{email}</Ltr>
        </li>
      )}
      {phone !== null && (
        <li>
          {t('access.phone')} <Ltr>{phone}</Ltr>
        </li>
      )}
      {password && <li>{t('access.password')}</li>}
    </ul>
  )
}

function Accounts({ accounts }: { readonly accounts: NonNullable<Consent['accounts']> }) {
  const { t } = useTranslation('consents')
  if (accounts.length === 0) return t('facts.noAccounts')
  return (
    <ul className="grid gap-1">
      {accounts.map(({ holder, iban, bank }) => (
        <li key={iban}>
          <Auto>{holder}</Auto> · <Ltr className="font-mono text-sm">{formatIban(iban)}</Ltr> ·{' '}
          <Auto>{bank}</Auto>
        </li>
      ))}
    </ul>
  )
}

const WAITS = {
  caller: 'callerWaits',
  proposer: 'proposerWaits',
  'cooling-off': 'aloneWaits',
} as const

function Proposal({
  consent,
  onDecide,
}: {
  readonly consent: Consent
  readonly onDecide: (decision: Decision) => void
}) {
  const { t } = useTranslation('consents')
  const format = useFormat()
  const { own, confirmableAt, waitsFor } = consent
  const [now] = useState(() => Date.now())
  const mayConfirm = confirmableAt !== null && Date.parse(confirmableAt) <= now
  return (
    <article className="grid gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6">
      <h2 className="text-xl headline">
        <Heading consent={consent} />
      </h2>
      {consent.report !== null && <ReportOf report={consent.report} />}
      <Facts items={useFacts(consent)} />
      {!mayConfirm && (
        <Notice tone={waitsFor === 'proposer' ? 'warning' : 'info'}>
          {confirmableAt === null
            ? t('ownWaits')
            : t(WAITS[waitsFor ?? 'cooling-off'], { date: format.dateTime(confirmableAt) })}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        <Button
          variant="secondary"
          icon={
            own ? (
              <Undo2 aria-hidden="true" size={18} className="mirror" />
            ) : (
              <X aria-hidden="true" size={18} />
            )
          }
          onClick={() => onDecide('refuse')}
        >
          {t(own ? 'withdraw' : 'refuse')}
        </Button>
        {mayConfirm && (
          <Button icon={<Check aria-hidden="true" size={18} />} onClick={() => onDecide('confirm')}>
            {t('confirm')}
          </Button>
        )}
      </div>
    </article>
  )
}

function DecisionDialog({
  consent,
  decision,
  onClose,
}: {
  readonly consent: Consent
  readonly decision: Decision
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['consents', 'problems'])
  const act = decision === 'confirm' ? 'confirm' : consent.own ? 'withdraw' : 'refuse'
  const { guard, dialog } = useStepUp(t('stepUp.title'), t('stepUp.why'))
  const decide = useCall(async () => {
    try {
      const route = decision === 'confirm' ? confirmConsent : refuseConsent
      const { kind } = await guard(() => ask(route, { params: { id: consent.id } }))
      if (kind === 'cancelled') return
      toast.success(t(`dialog.${act}.done`))
      onClose()
    } finally {
      void Promise.all([
        ...[CONSENTS, ['reports'], ['users'], ['association-settings']].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey: [...queryKey] }),
        ),
        refreshCounts(),
      ])
    }
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(`dialog.${act}.title`)}
      text={
        <>
          <p className="font-semibold">
            <Heading consent={consent} />
          </p>
          {consent.report !== null && <ReportOf report={consent.report} />}
          <p>{t(`dialog.${act}.text`)}</p>
        </>
      }
      confirmLabel={t(act)}
      tone={decision === 'confirm' ? 'danger' : 'primary'}
      busy={decide.busy}
      onConfirm={() => void decide.run()}
    >
      <FailureNotice title={t('dialog.failed')} text={decide.notice} />
      {dialog}
    </ConfirmDialog>
  )
}
