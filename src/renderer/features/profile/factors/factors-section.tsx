import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus, RotateCw, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { deleteFactor, listFactors, renewRecoveryCodes } from '#shared/contract/factors.ts'
import { FACTORS_MAX } from '#shared/domain/access/factor-rules.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { queryClient } from '../../../platform/calls/query-client.ts'
import { readQuery } from '../../../platform/calls/read-query.ts'
import { Auto } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useCall } from '../../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { EnrolFactor } from '../../../ui/step-up/enrol-factor.tsx'
import { RecoveryCodes } from '../../../ui/step-up/recovery-codes.tsx'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import { ProfileFold } from '../profile-fold.tsx'
import { reloadSessions } from '../sessions/sessions-section.tsx'

type Factors = Reply<typeof listFactors>
type Factor = Factors['factors'][number]

const factorsQuery = readQuery(['account', 'factors'], listFactors, {})
const reload = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey }),
    reloadSessions(),
  ])

export function FactorsSection() {
  const { t } = useTranslation('factors')
  const query = useQuery(factorsQuery)
  const [adding, setAdding] = useState(false)
  const added = async (): Promise<void> => {
    setAdding(false)
    toast.success(t('section.added'))
    await reload()
  }
  return (
    <ProfileFold
      anchor="factors"
      title={t('section.title')}
      value={
        query.data &&
        (query.data.factors.length === 0
          ? t('section.noneYet')
          : t('section.count', { count: query.data.factors.length }))
      }
      open={query.data?.required === true && query.data.factors.length === 0}
      lead={query.data?.required === true ? t('section.leadStaff') : t('section.lead')}
      actions={
        query.data !== undefined &&
        query.data.factors.length < FACTORS_MAX && (
          <Button
            variant="secondary"
            icon={<Plus aria-hidden="true" size={18} />}
            onClick={() => setAdding(true)}
          >
            {t('section.add')}
          </Button>
        )
      }
    >
      <Loaded query={query} failure={t('section.failed')} skeleton={<Skeleton className="h-12" />}>
        {(data) => <FactorList {...data} />}
      </Loaded>
      <Dialog
        open={adding}
        onOpenChange={(open) => {
          setAdding(open)
          // The factor exists as soon as the recovery codes are shown, also when they are not confirmed.
          if (!open) void reload()
        }}
        title={t('section.addTitle')}
      >
        <EnrolFactor onDone={added} />
      </Dialog>
    </ProfileFold>
  )
}

function FactorList({ factors, recoveryCodesLeft, required }: Factors) {
  const { t } = useTranslation('factors')
  const [leaving, setLeaving] = useState<Factor>()
  if (factors.length === 0) return <p className="text-muted">{t('section.none')}</p>
  const isLastOfStaff = required && factors.length === 1
  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-line">
        {factors.map((factor) => (
          <FactorItem
            key={factor.id}
            factor={factor}
            onDelete={isLastOfStaff ? undefined : () => setLeaving(factor)}
          />
        ))}
      </ul>
      {isLastOfStaff && <p className="text-sm text-muted">{t('section.lastOne')}</p>}
      <CodesRow left={recoveryCodesLeft} />
      <DeleteDialog factor={leaving} onClose={() => setLeaving(undefined)} />
    </div>
  )
}

function FactorItem({
  factor,
  onDelete,
}: {
  readonly factor: Factor
  readonly onDelete: (() => void) | undefined
}) {
  const { t } = useTranslation('factors')
  const format = useFormat()
  const Icon = factor.kind === 'passkey' ? KeyRound : Smartphone
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" size={24} className="shrink-0 text-muted" />
      <div>
        <p className="font-semibold wrap-anywhere">
          <Auto>{factor.name}</Auto>
        </p>
        <p className="text-sm text-muted">
          {t(`section.kinds.${factor.kind}`)}
          {' · '}
          {factor.lastUsedAt === null
            ? t('section.since', { date: format.date(factor.createdAt) })
            : t('section.lastUsed', { when: format.relative(factor.lastUsedAt) })}
        </p>
      </div>
      {onDelete !== undefined && (
        <Button
          variant="quiet"
          onClick={onDelete}
          aria-label={t('section.deleteOne', { name: factor.name })}
        >
          {t('section.delete')}
        </Button>
      )}
    </li>
  )
}

function DeleteDialog({
  factor,
  onClose,
}: {
  readonly factor: Factor | undefined
  readonly onClose: () => void
}) {
  const { t } = useTranslation('factors')
  const stepUp = useStepUp(t('section.stepUpTitle'), t('section.stepUpWhy'))
  const { run, busy, notice, reset } = useCall(async (id: string) => {
    const result = await stepUp.guard(() => ask(deleteFactor, { params: { id } }))
    if (result.kind === 'cancelled') return
    toast.success(t('section.deleted'))
    onClose()
    await reload()
  })
  return (
    <>
      <ConfirmDialog
        open={factor !== undefined}
        onOpenChange={() => {
          reset()
          onClose()
        }}
        title={t('section.deleteTitle')}
        text={<p>{t('section.deleteText')}</p>}
        confirmLabel={t('section.delete')}
        tone="danger"
        busy={busy}
        onConfirm={() => void (factor !== undefined && run(factor.id))}
      >
        {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      </ConfirmDialog>
      {stepUp.dialog}
    </>
  )
}

function CodesRow({ left }: { readonly left: number }) {
  const { t } = useTranslation('factors')
  const [codes, setCodes] = useState<readonly string[]>()
  const stepUp = useStepUp(t('section.stepUpTitle'), t('section.stepUpWhy'))
  const { run, busy, notice } = useCall(async () => {
    const result = await stepUp.guard(() => ask(renewRecoveryCodes, {}))
    if (result.kind === 'done') setCodes(result.value.recoveryCodes)
  })
  const close = (): void => {
    setCodes(undefined)
    void reload()
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p>{t('section.codesLeft', { count: left })}</p>
      <Button
        variant="secondary"
        icon={<RotateCw aria-hidden="true" size={18} />}
        busy={busy}
        onClick={() => void run()}
      >
        {t('section.newCodes')}
      </Button>
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      {stepUp.dialog}
      <Dialog
        open={codes !== undefined}
        onOpenChange={(open) => !open && close()}
        title={t('section.newCodes')}
      >
        {codes !== undefined && <RecoveryCodes titled codes={codes} onKept={close} />}
      </Dialog>
    </div>
  )
}
