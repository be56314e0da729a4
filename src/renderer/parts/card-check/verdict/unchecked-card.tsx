import { CloudOff, Hourglass, LockKeyhole, type LucideIcon, ServerCrash } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Ltr } from '../../../ui/bidi.tsx'
import { Button, type ButtonSize, LinkButton } from '../../../ui/button/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import type { CardInput, Check, CheckTrouble } from '../check/check-state.ts'
import { ResultCard } from './result-card.tsx'

export const TROUBLE_ICONS = {
  offline: CloudOff,
  tooMany: Hourglass,
  lookUps: Hourglass,
  sessionEnded: LockKeyhole,
  forbidden: LockKeyhole,
  failed: ServerCrash,
} as const satisfies Record<CheckTrouble['kind'], LucideIcon>

/** Context of the texts: a typed number was not "read". */
export const inputContext = ({ kind }: CardInput): { context?: 'number' } =>
  kind === 'number' ? { context: 'number' } : {}

interface UncheckedCardProps {
  readonly check: Extract<Check, { kind: 'unchecked' }>
  readonly withPreview: boolean
  readonly onRetry: () => void
  readonly onNext: () => void
}

/** No verdict: the card is held, and the page says why and what happens next. Never in the colours of a verdict. */
export function UncheckedCard({ check, withPreview, onRetry, onNext }: UncheckedCardProps) {
  const { t } = useTranslation('verification')
  const { trouble } = check
  const acts = hasAction(trouble)
  return (
    <ResultCard
      tone="none"
      Icon={TROUBLE_ICONS[trouble.kind]}
      word={t(`unchecked.${trouble.kind}.title`)}
      withPreview={withPreview}
      nextIsMain={!acts}
      onNext={onNext}
      action={acts ? <UncheckedAction {...check} onRetry={onRetry} /> : undefined}
    >
      <div className="px-4 py-4 sm:px-6">
        <TroubleText check={check} />
      </div>
    </ResultCard>
  )
}

/** Why there is no verdict, what happens next, and what was read; in the colour of the text around it. */
export function TroubleText({ check }: Pick<UncheckedCardProps, 'check'>) {
  const { t } = useTranslation('verification')
  const { trouble, input, retrying, tries } = check
  return (
    <div className="grid gap-3">
      <p className="text-lg font-semibold sm:text-xl">
        {t(`unchecked.${trouble.kind}.text`, inputContext(input))}
      </p>
      {trouble.kind === 'tooMany' ? (
        <Countdown key={tries} fromS={trouble.waitS} />
      ) : trouble.kind === 'lookUps' ? (
        <OpensAgain inS={trouble.waitS} />
      ) : (
        <p className="sm:text-lg">{t(`unchecked.${trouble.kind}.next`)}</p>
      )}
      {trouble.kind === 'failed' && trouble.reference !== '' && (
        <p className="text-sm">{t('unchecked.failed.reference', { id: trouble.reference })}</p>
      )}
      {retrying && (
        <p className="flex items-center gap-2">
          <Spinner /> {t('unchecked.retrying')}
        </p>
      )}
      <div className="rounded-md bg-sunken p-3 text-ink">
        <p className="text-sm text-muted">
          {t(input.kind === 'number' ? 'unchecked.heldNumber' : 'unchecked.held')}
        </p>
        <p className="line-clamp-3 font-mono text-sm break-all">
          <Ltr>{input.text}</Ltr>
        </p>
      </div>
    </div>
  )
}

/** A press before the time that the server asked for would only lengthen the wait. */
export const hasAction = ({ kind }: CheckTrouble): boolean =>
  !['forbidden', 'tooMany', 'lookUps'].includes(kind)

interface UncheckedActionProps {
  readonly trouble: CheckTrouble
  readonly retrying: boolean
  readonly size?: ButtonSize
  readonly onRetry: () => void
}

/** Where `hasAction` says so. */
export function UncheckedAction({ trouble, retrying, size = 'md', onRetry }: UncheckedActionProps) {
  const { t } = useTranslation('verification')
  if (trouble.kind === 'sessionEnded')
    return (
      <LinkButton to="/login" size={size}>
        {t('unchecked.sessionEnded.signIn')}
      </LinkButton>
    )
  return (
    <Button busy={retrying} size={size} onClick={onRetry}>
      {t('unchecked.retry')}
    </Button>
  )
}

function OpensAgain({ inS }: { readonly inS: number }) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const [at] = useState(() => new Date(Date.now() + inS * 1_000).toISOString())
  return <p className="sm:text-lg">{t('unchecked.lookUps.next', { time: format.dateTime(at) })}</p>
}

function Countdown({ fromS }: { readonly fromS: number }) {
  const { t } = useTranslation('verification')
  const [leftS, setLeftS] = useState(fromS)
  useEffect(() => {
    const timer = setInterval(() => setLeftS((left) => Math.max(0, left - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <p className="sm:text-lg">{t('unchecked.tooMany.next', { count: leftS })}</p>
}
