import { Mail, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/choice-cards.tsx'
import { problemText } from '../../ui/form-problems.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readAddress } from './identifier.ts'
import type { Reset } from './use-reset.ts'

export function IdentifierStep({ reset: { form, send } }: { readonly reset: Reset }) {
  const { t } = useTranslation(['resetPassword', 'auth', 'problems'])
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, formState } = form

  const submit = handleSubmit(async ({ identifier }) => {
    const reading = readAddress(identifier)
    if (!reading.ok) return
    setFailure(undefined)
    try {
      const refused = await send(reading.address)
      if (refused !== undefined) setFailure(refused.message || t('problems:server-error'))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setFailure(problemText(t, error))
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p className="text-muted">{t('identifier.lead')}</p>
      <ChoiceCards
        legend={t('identifier.method')}
        value="email"
        onChange={() => undefined}
        options={[
          { value: 'email', label: t('auth:email'), icon: <Mail size={20} /> },
          {
            value: 'phone',
            label: t('auth:phone'),
            hint: t('auth:comingSoon'),
            icon: <Smartphone size={20} />,
            disabled: true,
          },
        ]}
      />
      <TextField
        {...register('identifier', {
          validate: (value) => {
            const reading = readAddress(value)
            return reading.ok || t(`identifier.errors.${reading.fault}`)
          },
        })}
        label={t('auth:identifier')}
        error={formState.errors.identifier?.message}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        required
      />
      {failure !== undefined && (
        <Notice tone="danger" title={t('errors.sendFailed')}>
          {failure}
        </Notice>
      )}
      <Button type="submit" size="lg" busy={formState.isSubmitting}>
        {t(formState.isSubmitting ? 'identifier.sending' : 'identifier.send')}
      </Button>
    </form>
  )
}
