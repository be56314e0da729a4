import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  isPasswordAlphabet,
  isStrongPassword,
  PASSWORD_MAX_LENGTH,
} from '#shared/domain/access/password.ts'
import { CallFailure } from '../../platform/calls/api.ts'
import { Button } from '../../ui/button/button.tsx'
import { useFormProblems } from '../../ui/call/form-problems.ts'
import { useCall } from '../../ui/call/use-call.ts'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { StrengthMeter } from '../../ui/field/strength-meter.tsx'
import { PasswordField } from '../../ui/field/text-field.tsx'
import type { Reset } from './use-reset.ts'

const isAcceptable = (password: string): boolean =>
  isStrongPassword(password) && isPasswordAlphabet(password)

/** The right to set a password has run out. */
const isOver = ({ messageKey }: CallFailure): boolean => messageKey === 'not-found'

export function PasswordStep({
  reset: { form, sent, update, restart },
}: {
  readonly reset: Reset
}) {
  const { t } = useTranslation(['passwordReset', 'auth'])
  const { register, handleSubmit, control, setFocus, formState } = form
  const [password, confirmation] = useWatch({ control, name: ['password', 'confirmation'] })
  const show = useFormProblems(form.setError, ['password'])
  useEffect(() => setFocus('password'), [setFocus])

  const { run, failure, notice } = useCall(update, (refused) =>
    isOver(refused) ? undefined : show(refused),
  )
  const submit = handleSubmit(async (fields) => void (await run(fields.password)))

  if (failure !== undefined && isOver(failure))
    return (
      <Notice
        tone="warning"
        title={t('newPassword.over')}
        action={
          <Button variant="secondary" onClick={restart}>
            {t('newPassword.restart')}
          </Button>
        }
      >
        {t('newPassword.overHelp')}
      </Notice>
    )

  // The second is only incomplete, not different, while it is being typed.
  const differs = confirmation !== '' && !password.startsWith(confirmation)
  const matches = password === confirmation
  // Told when the field is left: while it is typed every password is weak at first.
  const isWeak =
    formState.touchedFields.password === true && password !== '' && !isAcceptable(password)
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p className="text-muted">{t('newPassword.lead')}</p>
      {/* For password managers, which store a password under a name. */}
      <input
        type="email"
        name="username"
        autoComplete="username"
        value={sent?.address ?? ''}
        readOnly
        hidden
      />
      <div className="grid gap-3">
        <PasswordField
          {...register('password')}
          label={t('newPassword.password')}
          error={formState.errors.password?.message ?? (isWeak ? t('errors.weak') : undefined)}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX_LENGTH}
          required
        />
        <StrengthMeter password={password} />
      </div>
      <PasswordField
        {...register('confirmation')}
        label={t('newPassword.confirmation')}
        error={differs ? t('errors.mismatch') : undefined}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_LENGTH}
        required
      />
      <FailureNotice title={t('errors.updateFailed')} text={notice} />
      <Button
        type="submit"
        size="lg"
        disabled={!isAcceptable(password) || !matches}
        busy={formState.isSubmitting}
      >
        {t(formState.isSubmitting ? 'newPassword.saving' : 'newPassword.save')}
      </Button>
    </form>
  )
}
