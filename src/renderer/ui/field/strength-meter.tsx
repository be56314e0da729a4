import { Check, Circle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  isPasswordAlphabet,
  isStrongPassword,
  meetsCriterion,
  PASSWORD_CRITERIA,
  PASSWORD_MIN_LENGTH,
  type PasswordCriterion,
} from '#shared/domain/access/password.ts'
import { cx } from '../cx.ts'
import { isCommon, strengthOf, type StrengthColour } from './strength.ts'

const FILL = {
  danger: 'bg-danger',
  warning: 'bg-sun',
  success: 'bg-success',
} as const satisfies Record<StrengthColour, string>

/**
 * The strength of a new password, and the missing criteria. docs/spec/sign-in.md, 5: red up to 2,
 * yellow at 3, green above, if the form takes it.
 */
export function StrengthMeter({ password }: { readonly password: string }) {
  const { t } = useTranslation('ui')
  const { strength, colour, score } = strengthOf(password)
  const labels = {
    length: t('strength.criteria.length', { min: PASSWORD_MIN_LENGTH }),
    uppercase: t('strength.criteria.uppercase'),
    lowercase: t('strength.criteria.lowercase'),
    digit: t('strength.criteria.digit'),
    symbol: t('strength.criteria.symbol'),
  } as const satisfies Record<PasswordCriterion, string>
  const word = strength === 'empty' ? '' : t(`strength.${strength}`)
  const hint = !isStrongPassword(password)
    ? t('strength.need')
    : isCommon(password)
      ? t('strength.common')
      : t('strength.enough')
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3">
        <meter
          aria-label={t('strength.label')}
          aria-valuetext={word || t('strength.empty')}
          min={0}
          max={PASSWORD_CRITERIA.length}
          value={score}
          className="sr-only"
        />
        <div aria-hidden="true" className="grid grow grid-cols-5 gap-1">
          {PASSWORD_CRITERIA.map((criterion, index) => (
            <span
              key={criterion}
              className={cx(
                'h-2 rounded-sm transition-colors',
                index < score ? FILL[colour] : 'bg-line',
              )}
            />
          ))}
        </div>
        <span className="min-w-16 text-end text-sm font-semibold">{word}</span>
      </div>
      <p className="text-sm text-muted">{hint}</p>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-x-4 gap-y-0.5 text-sm">
        {PASSWORD_CRITERIA.map((criterion) => (
          <Criterion
            key={criterion}
            text={labels[criterion]}
            met={meetsCriterion(password, criterion)}
          />
        ))}
      </ul>
      <p
        aria-live="polite"
        className={isPasswordAlphabet(password) ? 'sr-only' : 'text-sm font-semibold text-danger'}
      >
        {isPasswordAlphabet(password) ? word : t('strength.alphabet')}
      </p>
    </div>
  )
}

function Criterion({ text, met }: { readonly text: string; readonly met: boolean }) {
  const { t } = useTranslation('ui')
  const Icon = met ? Check : Circle
  return (
    <li className={cx('flex items-center gap-2', met ? 'text-success' : 'text-muted')}>
      <Icon
        aria-hidden="true"
        size={met ? 16 : 10}
        className={cx('shrink-0', !met && 'mx-[3px]')}
      />
      <span>
        {text}
        {met && <span className="sr-only"> ({t('strength.met')})</span>}
      </span>
    </li>
  )
}
