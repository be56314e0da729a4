import { Download, Trash2, Check, X } from 'lucide-react'
import { useState, useEffect, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { exportAccount, eraseAccount } from '#shared/contract/account.ts'
import type { ProofMethod } from '#shared/domain/access/factor-rules.ts'
import { ask } from '../../../platform/calls/api.ts'
import { saveFile } from '../../../platform/files/save-file.ts'
import { Button } from '../../../ui/button/button.tsx'
import { problemText, useFormProblems } from '../../../ui/call/form-problems.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { PasswordField, TextField } from '../../../ui/field/text-field.tsx'
import { SecondStep } from '../../../ui/step-up/second-step.tsx'
import { ProfileFold } from '../profile-fold.tsx'
import {
  PasswordStep,
  Username,
  isStepUpRequired,
  provePassword,
} from '../security/password-step.tsx'
import { useFirstField } from '../security/use-first-field.ts'
import { type Profile, stepUpHolds } from '../use-profile.ts'
import { exportFileName } from './export-file-name.ts'
import type { FarewellState } from './farewell-state.ts'
import { isErasingWord } from './word.ts'

function ExportAccount({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation(['profile', 'problems'])
  const [asking, setAsking] = useState(false)

  const save = useCall(
    async () => {
      const copy = await ask(exportAccount, {})
      saveFile(
        new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' }),
        exportFileName(copy.exportedAt),
      )
      toast.success(t('export.done'))
      setAsking(false)
    },
    (failure) => {
      const needsPassword = isStepUpRequired(failure)
      setAsking(needsPassword)
      return needsPassword ? undefined : problemText(t, failure)
    },
  )
  return (
    <div className="grid gap-3 pb-6">
      <h3 className="text-lg font-semibold">{t('export.title')}</h3>
      <p className="max-w-2xl text-muted">{t('export.text')}</p>
      <FailureNotice title={t('export.error')} text={save.notice} />
      <div>
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" size={18} />}
          busy={save.busy && !asking}
          onClick={() => (stepUpHolds(profile.cardId) ? void save.run() : setAsking(true))}
        >
          {t('export.button')}
        </Button>
      </div>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('export.title')}
        description={t('export.why')}
      >
        <PasswordStep
          cardId={profile.cardId}
          email={profile.email}
          label={t('export.button')}
          onProven={async () => void (await save.run())}
        />
      </Dialog>
    </div>
  )
}

/** The rights by law: a copy of the own data, and its deletion. */
export function OwnDataSection({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  return (
    <ProfileFold anchor="own-data" title={t('ownData.title')} value={t('ownData.value')}>
      <div className="grid divide-y divide-line">
        <ExportAccount profile={profile} />
        <EraseAccount profile={profile} />
      </div>
    </ProfileFold>
  )
}

/** Before the word is typed: what is lost, and what stays although the person leaves. */
function WhatGoes() {
  const { t } = useTranslation('profile')
  const goes = [
    t('erase.goes.profile'),
    t('erase.goes.files'),
    t('erase.goes.card'),
    t('erase.goes.places'),
  ]
  const stays = [
    t('erase.stays.number'),
    t('erase.stays.reports'),
    t('erase.stays.pledges'),
    t('erase.stays.log'),
  ]
  return (
    <div className="grid gap-4">
      <Notice tone="warning">{t('erase.noWayBack')}</Notice>
      <div className="grid gap-4 sm:grid-cols-2">
        <Points
          title={t('erase.goes.title')}
          items={goes}
          icon={<X size={18} className="text-danger" />}
        />
        <Points
          title={t('erase.stays.title')}
          items={stays}
          icon={<Check size={18} className="text-muted" />}
        />
      </div>
    </div>
  )
}

interface PointsProps {
  readonly title: string
  readonly items: readonly string[]
  readonly icon: ReactNode
}

function Points({ title, items, icon }: PointsProps) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 grid gap-1 text-sm">
        {items.map((item) => (
          <li key={item} className="flex gap-2">
            <span aria-hidden="true" className="mt-0.5 shrink-0">
              {icon}
            </span>
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}

function EraseAccount({ profile }: { readonly profile: Profile }) {
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
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { word: '', password: '' },
  })
  const show = useFormProblems(setError, { confirm: 'word', password: 'password' })
  const { errors, isSubmitting } = formState
  useEffect(() => onBusy(isSubmitting), [onBusy, isSubmitting])
  const form = useFirstField()
  // Afterwards there is no second chance to fetch the page that ends the visit.
  useEffect(() => void import('../farewell-page.tsx'), [])

  /** The password was right, and the account has a second factor. */
  const [methods, setMethods] = useState<readonly ProofMethod[]>()
  const erase = useCall(
    async (password: string, isProven = false) => {
      const proof = asksPassword && !isProven ? await provePassword(profile.cardId, password) : []
      if (proof === 'wrong') {
        setError(
          'password',
          { type: 'refused', message: t('validation.invalidPassword') },
          { shouldFocus: true },
        )
        return
      }
      if (proof.length > 0) return setMethods(proof)
      await ask(eraseAccount, { body: { confirm: 'ERASE' } })
      // The session is forgotten there: signed out on this page, the guard would lead to sign-in.
      const state: FarewellState = { erased: true }
      await navigate('/farewell', { replace: true, state })
    },
    (failure) => {
      if (isStepUpRequired(failure)) setAsksPassword(true)
      return failure.problem?.code === 'last-administrator'
        ? t('erase.lastAdministrator')
        : show(failure)
    },
  )
  const submit = handleSubmit(async ({ password }) => void (await erase.run(password)))

  if (methods !== undefined)
    return (
      <div className="grid gap-5">
        <SecondStep
          methods={methods}
          onProven={async () => void (await erase.run('', true))}
          onBusy={onBusy}
        />
        <FailureNotice title={t('erase.error')} text={erase.notice} />
      </div>
    )
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
      <FailureNotice title={t('erase.error')} text={erase.notice} />
      <Button type="submit" variant="danger" busy={isSubmitting}>
        {t('erase.submit')}
      </Button>
    </form>
  )
}
