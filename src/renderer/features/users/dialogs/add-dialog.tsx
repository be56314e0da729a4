import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { createMember } from '#shared/contract/users.ts'
import { AGREEMENT_PAPER_MAX } from '#shared/domain/agreements.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import { ENTRY_NOTICES_A_DAY } from '#shared/domain/privacy/entry-notice.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { ask } from '../../../platform/calls/api.ts'
import { createFormUploads } from '../../../platform/files/upload.ts'
import { useCall } from '../../../ui/call/use-call.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { FormEnd } from '../../../ui/form/form-end.tsx'
import { LeaveDialog } from '../../../ui/form/leave-dialog.tsx'
import { useFaultSummary } from '../../../ui/form/use-fault-summary.ts'
import { FieldGroup, PhotoAnswer, SelectAnswer } from '../form/form-fields.tsx'
import { PasswordAnswers } from '../form/password-answers.tsx'
import { PersonGroups } from '../form/person-groups.tsx'
import { useFormFailure } from '../form/use-form-failure.ts'
import { UserFaults } from '../form/user-faults.tsx'
import { EMPTY_FORM, newUserOf, type UserForm } from '../form/user-form.ts'
import { rolesOffered, useActor } from '../use-actor.ts'
import { forgetUsers } from '../use-users.ts'
import { AfterSaving } from './edit-dialog.tsx'

export function AddDialog({
  open,
  onClose,
}: {
  readonly open: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation('userManagement')
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('add.title')}
      size="lg"
    >
      {open && <AddForm onClose={onClose} />}
    </Dialog>
  )
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['userManagement', 'common'])
  const actor = useActor()
  const format = useFormat()
  const [progress, setProgress] = useState<number>()
  const [saved, setSaved] = useState(false)
  const [uploads] = useState(createFormUploads)
  const [summary, toFaults] = useFaultSummary()
  const form = useForm<UserForm>({ defaultValues: EMPTY_FORM, shouldFocusError: false })
  const failure = useFormFailure(form.setError, t('errors.createFailed'), toFaults)

  const create = useCall(async (typed: UserForm) => {
    const { photo, idFront, idBack } = typed
    if (photo === undefined || idFront === undefined || idBack === undefined) return // the fields have refused that already
    const addresses = await failure.ofUpload(() =>
      uploads.upload(
        { wldProfile: photo, idProofFront: idFront, idProofBack: idBack },
        setProgress,
      ),
    )
    const body = {
      ...newUserOf(typed),
      wldCardPhoto: addresses.wldProfile,
      idProofPhotoFront: addresses.idProofFront,
      idProofPhotoBack: addresses.idProofBack,
    }
    await uploads.use(() => ask(createMember, { body }))
    toast.success(t('add.done', { name: fullName(typed) }))
    setSaved(true)
    void forgetUsers()
  }, failure.show)
  const submit = form.handleSubmit(async (typed) => {
    failure.clear()
    await create.run(typed)
    setProgress(undefined)
  }, toFaults)
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-8">
        <Notice tone="info">{t('add.inactive')}</Notice>
        <UserFaults ref={summary} />
        <FieldGroup title={t('groups.photos')}>
          <div className="grid gap-4 sm:col-span-2">
            <PhotoAnswer name="photo" kind="portrait" required progress={progress} />
            <PhotoAnswer name="idFront" kind="document" required />
            <PhotoAnswer name="idBack" kind="document" required />
          </div>
        </FieldGroup>
        <PersonGroups before={EMPTY_FORM} form="add" />
        <FieldGroup title={t('groups.agreement')}>
          <TextField
            className="content-start sm:col-span-2"
            {...form.register('agreementPaper')}
            label={t('agreementPaper.label')}
            hint={t('agreementPaper.form')}
            maxLength={AGREEMENT_PAPER_MAX}
          />
          <Checkbox
            className="sm:col-span-2"
            {...form.register('informByMail')}
            label={t('informByMail.label')}
            hint={t('informByMail.form', { aDay: format.number(ENTRY_NOTICES_A_DAY) })}
          />
        </FieldGroup>
        <FieldGroup title={t('groups.access')}>
          <SelectAnswer
            name="role"
            label={t('fields.role')}
            options={rolesOffered(actor).map((id) => ({
              value: id,
              label: t(`common:roles.${roleOf(id)}`),
            }))}
          />
          <span />
          <PasswordAnswers />
        </FieldGroup>
        <FormEnd
          notice={failure.notice}
          submit={t('add.submit')}
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
    </FormProvider>
  )
}
