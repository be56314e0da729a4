import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { eraseAccount } from '#shared/contract/account.ts'
import { ask, CallFailure } from '../../../platform/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useFormProblems } from '../../../ui/form-problems.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordField, TextField } from '../../../ui/text-field.tsx'
import { isStepUpRequired, provePassword } from '../security/prove-password.ts'
import { useFirstField } from '../security/use-first-field.ts'
import { Username } from '../security/username.tsx'
import { type Profile, stepUpHolds } from '../use-profile.ts'
import type { FarewellState } from './farewell-state.ts'
import { WhatGoes } from './what-goes.tsx'
import { isErasingWord } from './word.ts'

export function EraseAccount({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <div className="grid gap-3 pt-6">
      <h3 className="text-lg font-semibold">{t('erase.title')}</h3>
      <p className="max-w-2xl text-muted">{t('erase.text')}</p>
      <div>
        <Button
          variant="secondary"
          icon={<Trash2 aria-hidden="true" size={18} className="text-danger" />}
          onClick={() => setOpen(true)}
        >
          {t('erase.open')}
        </Button>
      </div>
      {/* Once it is on its way it cannot be called back; closing would only hide it. */}
      <Dialog
        open={open}
        onOpenChange={(next) => (next || !busy) && setOpen(next)}
        title={t('erase.dialogTitle')}
      >
        <EraseForm profile={profile} onBusy={setBusy} />
      </Dialog>
    </div>
  )
}

function EraseForm({
  profile,
  onBusy,
}: {
  readonly profile: Profile
  readonly onBusy: (busy: boolean) => void
}) {
  const { t } = useTranslation('profile')
  const navigate = useNavigate()
  const [asksPassword, setAsksPassword] = useState(() => !stepUpHolds(profile.cardId))
  const [notice, setNotice] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { word: '', password: '' },
  })
  const show = useFormProblems(setError, { confirm: 'word', password: 'password' })
  const { errors, isSubmitting } = formState
  useEffect(() => onBusy(isSubmitting), [onBusy, isSubmitting])
  const form = useFirstField()
  // Afterwards there is no second chance to fetch the page that ends the visit.
  useEffect(() => void import('../farewell-page.tsx'), [])

  const submit = handleSubmit(async ({ password }) => {
    setNotice(undefined)
    try {
      if (asksPassword && !(await provePassword(profile.cardId, password))) {
        setError(
          'password',
          { type: 'refused', message: t('validation.invalidPassword') },
          { shouldFocus: true },
        )
        return
      }
      await ask(eraseAccount, { body: { confirm: 'ERASE' } })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (isStepUpRequired(error)) setAsksPassword(true)
      setNotice(
        error.problem?.code === 'last-administrator' ? t('erase.lastAdministrator') : show(error),
      )
      return
    }
    // The session is forgotten there: signed out on this page, the guard would lead to sign-in.
    const state: FarewellState = { erased: true }
    await navigate('/farewell', { replace: true, state })
  })

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <WhatGoes />
      <TextField
        {...register('word', {
          validate: (text) =>
            isErasingWord(text, t('erase.word')) || t('erase.wordWrong', { word: t('erase.word') }),
        })}
        label={t('erase.typeWord', { word: t('erase.word') })}
        error={errors.word?.message}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="auto"
        required
      />
      {asksPassword && (
        <>
          <Username email={profile.email} />
          <PasswordField
            {...register('password', {
              validate: (text) => text.trim() !== '' || t('security.passwordRequired'),
            })}
            label={t('security.currentPassword')}
            error={errors.password?.message}
            autoComplete="current-password"
            required
          />
        </>
      )}
      {notice !== undefined && (
        <Notice tone="danger" title={t('erase.error')}>
          {notice}
        </Notice>
      )}
      <Button type="submit" variant="danger" busy={isSubmitting}>
        {t('erase.submit')}
      </Button>
    </form>
  )
}
