import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import {
  giveAgreement,
  type OwnAgreements,
  withdrawAgreement,
} from '#shared/contract/agreements.ts'
import {
  AGREEMENT_KINDS,
  AGREEMENT_VERSIONS,
  type AgreementKind,
  WITHDRAWABLE,
  type WithdrawableKind,
} from '#shared/domain/agreements.ts'
import { useFormat, useLanguage } from '../../../i18n/use-format.ts'
import { agreementsQuery } from '../../../platform/calls/agreements-query.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useCall } from '../../../ui/call/use-call.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { ProfileFold } from '../profile-fold.tsx'

/** What the member agreed to, what is still asked, and the way to withdraw. */
export function AgreementsSection({ cardId }: { readonly cardId: string }) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const query = useQuery(agreementsQuery(cardId))
  const asked = query.data?.asked.length ?? 0
  const held = query.data?.agreements.filter(({ withdrawnAt }) => withdrawnAt === null).length ?? 0
  // Stays open after the last answer: what was given is read where it was asked.
  const [wasAsked, setWasAsked] = useState(false)
  if (asked > 0 && !wasAsked) setWasAsked(true)
  return (
    <ProfileFold
      anchor="agreements"
      title={t('agreements.title')}
      value={
        query.data &&
        (asked > 0
          ? t('agreements.asked', { count: asked })
          : held === 0
            ? t('agreements.none')
            : t('agreements.held', { count: held }))
      }
      open={wasAsked}
      lead={t('agreements.lead')}
    >
      <Loaded
        query={query}
        failure={t('agreements.loadError')}
        skeleton={<Skeleton className="h-20" />}
      >
        {(own) => (
          <div className="grid gap-5">
            {own.asked.map((kind) => (
              <Question key={kind} kind={kind} own={own} cardId={cardId} />
            ))}
            <ul className="divide-y divide-line">
              {AGREEMENT_KINDS.map((kind) => (
                <AgreementItem key={kind} kind={kind} own={own} cardId={cardId} />
              ))}
            </ul>
            {typeof own.entryNotice?.mailedAt === 'string' && (
              <p className="text-sm text-muted">
                {t('agreements.informed', { date: format.date(own.entryNotice.mailedAt) })}
              </p>
            )}
          </div>
        )}
      </Loaded>
    </ProfileFold>
  )
}

interface QuestionProps {
  readonly kind: OwnAgreements['asked'][number]
  readonly own: OwnAgreements
  readonly cardId: string
}

/** A box that is not ticked, for each text that the member has not agreed to. */
function Question({ kind, own, cardId }: QuestionProps) {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const client = useQueryClient()
  const [ticked, setTicked] = useState(false)
  const [fault, setFault] = useState<string>()
  const give = useCall(async () => {
    const version = kind === 'terms' ? own.termsVersion : AGREEMENT_VERSIONS[kind]
    client.setQueryData(
      agreementsQuery(cardId).queryKey,
      await ask(giveAgreement, { body: { kind, version, language } }),
    )
    toast.success(t('agreements.given'))
  })
  return (
    <Notice tone="warning" title={t(`agreements.asks.${kind}`)}>
      <div className="grid gap-3">
        {kind === 'terms' && own.announcement !== null && (
          <Change announcement={own.announcement} />
        )}
        <Checkbox
          label={t(`agreements.boxes.${kind}`)}
          checked={ticked}
          error={fault}
          onChange={({ target }) => {
            setTicked(target.checked)
            setFault(undefined)
          }}
        />
        <FailureNotice title={t('agreements.failed')} text={give.notice} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button
            busy={give.busy}
            onClick={() => (ticked ? void give.run() : setFault(t('agreements.tickFirst')))}
          >
            {t('agreements.agree')}
          </Button>
          {/* What the question is about, and nothing else. */}
          <Link
            to={kind === 'terms' ? '/terms' : '/privacy'}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
          >
            {t(kind === 'terms' ? 'agreements.read' : 'agreements.privacy')}
          </Link>
        </div>
      </div>
    </Notice>
  )
}

/** What the association says that it changed; in French where it did not write it in the reader's language. */
function Change({
  announcement: { appliesFrom, changes },
}: {
  readonly announcement: NonNullable<OwnAgreements['announcement']>
}) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const language = useLanguage()
  return (
    <div>
      <p className="font-semibold">{t('agreements.change', { date: format.date(appliesFrom) })}</p>
      <p className="whitespace-pre-line wrap-anywhere">
        <Auto>{changes[language] || changes.fr}</Auto>
      </p>
    </div>
  )
}

interface AgreementItemProps {
  readonly kind: AgreementKind
  readonly own: OwnAgreements
  readonly cardId: string
}

const isWithdrawable = (kind: AgreementKind): kind is WithdrawableKind =>
  WITHDRAWABLE.some((one) => one === kind)

function AgreementItem({ kind, own, cardId }: AgreementItemProps) {
  const { t } = useTranslation('profile')
  const format = useFormat()
  const last = own.agreements.find((agreement) => agreement.kind === kind)
  const isKeptUnasked = kind === 'tribe' && own.hasTribe && last?.withdrawnAt !== null
  const held = last?.withdrawnAt === null || isKeptUnasked
  const state = isKeptUnasked
    ? t('agreements.keptTribe')
    : last === undefined
      ? t('agreements.none')
      : last.withdrawnAt !== null
        ? t('agreements.withdrawnOn', { date: format.date(new Date(last.withdrawnAt)) })
        : t(`agreements.sources.${last.source}`, {
            date: format.date(new Date(last.at)),
            paper: last.paper,
          })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{t(`agreements.kinds.${kind}`)}</p>
        <p className="text-sm text-muted">{state}</p>
      </div>
      {held && isWithdrawable(kind) && (
        <Withdrawal
          kind={kind}
          cardId={cardId}
          act={t(isKeptUnasked ? 'agreements.deleteTribe' : 'agreements.withdraw')}
        />
      )}
    </li>
  )
}

function Withdrawal({
  kind,
  cardId,
  act,
}: {
  readonly kind: WithdrawableKind
  readonly cardId: string
  readonly act: string
}) {
  const { t } = useTranslation('profile')
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const withdraw = useCall(async () => {
    client.setQueryData(
      agreementsQuery(cardId).queryKey,
      await ask(withdrawAgreement, { params: { kind } }),
    )
    // The tribe stands in the personal details of this page, too.
    await client.invalidateQueries({ queryKey: ['account'] })
    setOpen(false)
    toast.success(t(`agreements.withdrawn.${kind}`))
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {act}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t(`agreements.dialogs.${kind}.title`)}>
        <div className="grid gap-4">
          <p>{t(`agreements.dialogs.${kind}.text`)}</p>
          <FailureNotice title={t('agreements.failed')} text={withdraw.notice} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" disabled={withdraw.busy} onClick={() => setOpen(false)}>
              {t('agreements.keep')}
            </Button>
            <Button busy={withdraw.busy} onClick={() => void withdraw.run()}>
              {act}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
