import { useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { updateMember } from '#shared/contract/users.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { ask } from '../../../platform/calls/api.ts'
import { createFormUploads } from '../../../platform/files/upload.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { FormEnd } from '../../../ui/form/form-end.tsx'
import { LeaveDialog } from '../../../ui/form/leave-dialog.tsx'
import { useFaultSummary } from '../../../ui/form/use-fault-summary.ts'
import { Loaded } from '../../../ui/loaded/loaded.tsx'
import { useStepUp } from '../../../ui/step-up/use-step-up.tsx'
import { FieldGroup, PhotoAnswer } from '../form/form-fields.tsx'
import { PasswordAnswers } from '../form/password-answers.tsx'
import { PersonGroups } from '../form/person-groups.tsx'
import { useFormFailure } from '../form/use-form-failure.ts'
import { UserFaults } from '../form/user-faults.tsx'
import { changeOf, formOf, mergedForm, type UserForm } from '../form/user-form.ts'
import { accessWaits, mayEditAccess, useActor } from '../use-actor.ts'
import { forgetUsers, isProposal, reloadUser, useUser, type FullUser } from '../use-users.ts'

export function EditDialog({
  id,
  onClose,
}: {
  readonly id: string | undefined
  readonly onClose: () => void
}) {
  const { t } = useTranslation('userManagement')
  return (
    <Dialog
      open={id !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={t('edit.title')}
      size="lg"
    >
      {id !== undefined && <Edit id={id} onClose={onClose} />}
    </Dialog>
  )
}

function Edit({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation('userManagement')
  return (
    <Loaded query={useUser(id)} failure={t('view.failed')} skeleton={<Skeleton className="h-96" />}>
      {(user) => <EditForm user={user} onClose={onClose} />}
    </Loaded>
  )
}

function EditForm({ user, onClose }: { readonly user: FullUser; readonly onClose: () => void }) {
  const { t } = useTranslation('userManagement')
  const actor = useActor()
  const access = mayEditAccess(actor, user)
  // The base of the comparison: the member as loaded, or as a colleague saved it since.
  const [base, setBase] = useState(user)
  const [progress, setProgress] = useState<number>()
  const [overtaken, setOvertaken] = useState(false)
  const [saved, setSaved] = useState(false)
  const [uploads] = useState(createFormUploads)
  const [summary, toFaults] = useFaultSummary()
  const form = useForm<UserForm>({ defaultValues: formOf(user), shouldFocusError: false })
  const stepUp = useStepUp(t('edit.stepUpTitle'), t('edit.stepUpWhy'))
  const failure = useFormFailure(form.setError, t('errors.updateFailed'), toFaults)
  const changesPassword = useWatch({ control: form.control, name: 'changePassword' })

  // The first field is rendered after the dialog; on a touch screen a keyboard would cover half of it.
  const { setFocus } = form
  useEffect(() => {
    if (!window.matchMedia('(pointer: coarse)').matches) setFocus('firstName')
  }, [setFocus])

  async function merge(): Promise<void> {
    const fresh = await reloadUser(base.id)
    const typed = form.getValues()
    form.reset(formOf(fresh))
    for (const [field, value] of Object.entries(mergedForm(formOf(base), typed, formOf(fresh))))
      form.setValue(field as keyof UserForm, value, { shouldDirty: true }) // fields of this form
    setBase(fresh)
    setOvertaken(true)
  }
  const saving = useCall(save, async (refused) => {
    if (refused.problem?.code === 'conflict') await merge().catch(failure.show)
    else failure.show(refused)
  })
  async function save(typed: UserForm): Promise<void> {
    const change = changeOf(formOf(base), typed)
    const photos =
      typed.photo === undefined
        ? {}
        : {
            wldCardPhoto: (
              await failure.ofUpload(() =>
                uploads.upload({ wldProfile: typed.photo as File }, setProgress),
              )
            ).wldProfile,
          } // the type was checked in this line
    if (Object.keys(change).length === 0 && typed.photo === undefined) return setSaved(true)
    const body = { ...change, ...photos, ifUpdatedAt: base.updatedAt }
    const result = await stepUp.guard(() =>
      uploads.use(() => ask(updateMember, { params: { id: base.id }, body })),
    )
    if (result.kind === 'cancelled') return
    const waits = isProposal(result.value)
    toast.success(t(waits ? 'accessWaits.done' : 'edit.done', { name: fullName(typed) }))
    setSaved(true)
    void forgetUsers()
  }
  const submit = form.handleSubmit(async (typed) => {
    failure.clear()
    setOvertaken(false)
    await saving.run(typed)
    setProgress(undefined)
  }, toFaults)
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-8">
        {accessWaits(actor, user) && <Notice tone="info">{t('accessWaits.note')}</Notice>}
        <UserFaults ref={summary} />
        <PersonGroups before={formOf(base)} form="edit" access={access} />
        <FieldGroup title={t('groups.photo')}>
          <div className="sm:col-span-2">
            <PhotoAnswer name="photo" kind="portrait" progress={progress} />
          </div>
        </FieldGroup>
        {access && (
          <FieldGroup title={t('groups.password')}>
            <Checkbox
              {...form.register('changePassword')}
              label={t('edit.changePassword')}
              hint={t('edit.changePasswordHint')}
              className="sm:col-span-2"
            />
            {changesPassword && <PasswordAnswers />}
          </FieldGroup>
        )}
        {overtaken && (
          <Notice tone="warning" title={t('edit.overtakenTitle')}>
            {t('edit.overtaken')}
          </Notice>
        )}
        <FormEnd
          notice={failure.notice}
          submit={t('edit.submit')}
          busy={form.formState.isSubmitting}
          onCancel={onClose}
        />
      </form>
      <LeaveDialog
        unsaved={form.formState.isDirty && !saved}
        title={t('leave.title')}
        text={t('leave.text')}
        confirmLabel={t('leave.confirm')}
      />
      <AfterSaving saved={saved} onClose={onClose} />
      {stepUp.dialog}
    </FormProvider>
  )
}

/** Closes after the guard of unsaved input was removed: effects run in the order of the components. */
export function AfterSaving({
  saved,
  onClose,
}: {
  readonly saved: boolean
  readonly onClose: () => void
}) {
  useEffect(() => {
    if (saved) onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, whatever the parent makes of its function meanwhile
  }, [saved])
  return null
}
