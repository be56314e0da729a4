import { useTranslation } from 'react-i18next'
import type { DonationCause } from '#shared/domain/donations.ts'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { cx } from '../../ui/cx.ts'
import { CAUSE_BAR, CAUSE_FILL } from './cause-colours.ts'
import type { ClothCause } from './cloth.ts'
import { useMoney } from './use-money.ts'

interface CauseChoiceProps {
  readonly causes: readonly ClothCause[]
  readonly value: DonationCause | ''
  readonly onChange: (cause: DonationCause) => void
  readonly error: string | undefined
}

export function CauseChoice({ causes, value, onChange, error }: CauseChoiceProps) {
  const { t } = useTranslation('donate')
  return (
    <ChoiceCards
      legend={t('cause.legend')}
      columns={2}
      required
      value={value === '' ? undefined : value}
      onChange={onChange}
      error={error}
      options={causes.map((cause) => ({
        value: cause.id,
        label: t(`causes.${cause.id}.title`),
        icon: <Mark cause={cause.id} />,
        hint: <CauseProgress cause={cause} />,
      }))}
    />
  )
}

/** The diamond of the cause's band in the cloth. */
function Mark({ cause }: { readonly cause: DonationCause }) {
  return (
    <svg viewBox="0 0 20 36" aria-hidden="true" className="h-9 w-5">
      <path d="M10 1l9 17-9 17-9-17Z" className={CAUSE_FILL[cause]} />
      <path d="M10 12l3 6-3 6-3-6Z" className="fill-surface" />
    </svg>
  )
}

function CauseProgress({ cause: { id, raisedUsd, goalUsd } }: { readonly cause: ClothCause }) {
  const { t } = useTranslation('donate')
  const money = useMoney()
  const share = Math.min(raisedUsd / goalUsd, 1)
  return (
    <span className="grid gap-2">
      <span>{t(`causes.${id}.description`)}</span>
      {/* Inside a label only text is read out, so the text says what the bar shows. */}
      <span
        aria-hidden="true"
        className="mt-1 block h-2 overflow-hidden rounded-sm border border-line-strong bg-sunken"
      >
        <span
          className={cx('block size-full origin-left rtl:origin-right', CAUSE_BAR[id])}
          style={{ transform: `scaleX(${share})` }}
        />
      </span>
      <span className="text-ink tabular-nums">
        {t('cause.progress', { raised: money(raisedUsd), goal: money(goalUsd) })}
      </span>
    </span>
  )
}
